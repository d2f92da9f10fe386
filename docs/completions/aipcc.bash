# bash completion of aipcc(1)
_aipcc() {
    local word="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD - 1]}"
    local options="--emit-source --patch --explain --check --check-tol= --validate --report --report=text --report=json
        --report=sarif --report=html --save-source --save-source= --target=openmp --target=serial --fp=strict
        --fp=reproducible --fp=fast --assume=noalias --tile= --no-tile --min-work= --whole-program --budget=
        --Werror=fallback --help --version"
    COMPREPLY=()
    if [[ $previous == = ]]; then
        case "${COMP_WORDS[COMP_CWORD - 2]}" in
        --report) COMPREPLY=($(compgen -W "text json sarif html" -- "$word")) ;;
        --target) COMPREPLY=($(compgen -W "openmp serial" -- "$word")) ;;
        --fp) COMPREPLY=($(compgen -W "strict reproducible fast" -- "$word")) ;;
        --assume) COMPREPLY=($(compgen -W "noalias" -- "$word")) ;;
        --Werror) COMPREPLY=($(compgen -W "fallback" -- "$word")) ;;
        esac
    elif [[ $word == --* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$word"))
        [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    fi
}
complete -o default -F _aipcc aipcc
