# Completion of stridescope-cli and stridescope for bash. Load it with
#   source assets/completion/stridescope-cli.bash
# or put it where bash-completion looks, such as /usr/share/bash-completion/completions/.
# Needs nothing but bash 4.

# Kernels are asked of the program itself, so that one added yesterday is completed today.
_stridescope_kernels() {
    local cli=$1
    [[ $(basename -- "$cli") == stridescope ]] && cli=${cli%stridescope}stridescope-cli
    "$cli" kernels --json 2>/dev/null | sed -n 's/.*"id": *"\([^"]*\)".*/\1/p' | sort -u
}

# What a command says of itself with --help: its flags come from there, and the words they take.
_stridescope_help() {  # PROGRAM [COMMAND]
    "$1" ${2:+"$2"} --help 2>/dev/null
}

_stridescope_commands() {  # PROGRAM
    _stridescope_help "$1" | sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p'
}

# Each flag by its longest name, but for -o; tests and benchmarks alone need the hooks.
_stridescope_flags() {  # PROGRAM [COMMAND]
    _stridescope_help "$@" | sed -n -e 's/^  -o,--output.*/-o/p' -e t \
        -e 's/^  \(-[A-Za-z],\)\{0,1\}\(--*[A-Za-z-]*\).*/\2/p' |
        grep -v -e '^--test-hooks$' -e '^--frame-times$'
}

# What stands behind the flag, "worst|total|random:SEED" or ".png|.svg"; nothing behind one that
# takes nothing.
_stridescope_value() {  # FLAG PROGRAM [COMMAND]
    local flag=$1
    shift
    _stridescope_help "$@" |
        sed -n "s/^  \(-[A-Za-z],\)\{0,1\}$flag\(,--[a-z-]*\)\{0,1\} \([^ ][^ ]*\).*/\3/p"
}

_stridescope_files() {  # WORD EXTENSION…: folders and the files of these kinds
    local word=$1 file extension
    shift
    compopt -o filenames 2>/dev/null
    while IFS= read -r file; do
        if [[ -d $file ]]; then
            COMPREPLY+=("$file")
            continue
        fi
        for extension in "$@"; do
            [[ $file == *."$extension" ]] && COMPREPLY+=("$file")
        done
    done < <(compgen -f -- "$word")
}

_stridescope_words() {  # WORD CHOICE…
    local word=$1
    shift
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$*" -- "$word")
}

_stridescope() {
    local program=$1 word=$2 previous=$3
    # COMP_WORDBREAKS usually holds ':', so that "file:numbers.csv" comes as three words. Put them
    # together again, and hand back only what stands behind the last colon.
    local line=${COMP_LINE:0:COMP_POINT}
    local whole=${line##*[[:space:]]} prefix=
    if [[ $COMP_WORDBREAKS == *:* && $whole == *:* ]]; then
        prefix=${whole%:*}:
        local before=${line%"$whole"}
        read -r -a before <<<"$before"
        previous=${before[-1]}
        word=$whole
    fi
    COMPREPLY=()

    local window= command=
    [[ $(basename -- "$program") == stridescope ]] && window=yes
    [[ -z $window && $COMP_CWORD -gt 1 ]] && command=${COMP_WORDS[1]:-}
    local value=
    [[ $previous == -* ]] && value=$(_stridescope_value "$previous" "$program" $command)

    case $previous in
        --kernel) _stridescope_words "$word" "$(_stridescope_kernels "$program")" ;;
        --block)  # of an export or a report: the number of a recorded block
            [[ $command == export || $command == report ]] || _stridescope_words "$word" 2 4 8 16 32 64 128 256 512 1024
            ;;
        --coarsen) _stridescope_words "$word" {1..16} ;;
        --rungs) _stridescope_words "$word" cpu sections scan library roof ;;
        --beside | --compare) _stridescope_files "$word" npz ;;
        --select) _stridescope_words "$word" thread: word: bank: warp: line: site: ;;
        --screenshot) _stridescope_files "$word" png ;;
        --exercise) _stridescope_files "$word" cu ;;
        --test-hooks) _stridescope_files "$word" json ;;
        --frame-times) _stridescope_files "$word" csv ;;
        --input)
            if [[ $word == file:* ]]; then
                _stridescope_files "${word#file:}" csv txt npy
                COMPREPLY=("${COMPREPLY[@]/#/file:}")
            else
                _stridescope_words "$word" ones iota random: values: file:
            fi
            ;;
        *)
            if [[ $value == .* ]]; then
                _stridescope_files "$word" $(tr '|.' '\n ' <<<"$value")
            elif [[ $value == *"|"* ]]; then
                _stridescope_words "$word" $(tr '|' '\n' <<<"${value%=*}" | sed 's/:.*/:/')
            elif [[ -n $value ]]; then
                :  # a number, or a text of one's own
            elif [[ -z $window && -z $command ]]; then
                _stridescope_words "$word" $(_stridescope_commands "$program") --help --version
            elif [[ $word == -* || $command == kernels ]]; then
                _stridescope_words "$word" $(_stridescope_flags "$program" $command)
            else
                case $command in
                    record | verify | bench) _stridescope_files "$word" cu ;;
                    check) _stridescope_files "$word" cu txtar ;;
                    lint) _stridescope_files "$word" md cu txtar ;;
                    pack) _stridescope_files "$word" md cu ;;
                    report | export) _stridescope_files "$word" npz cu ;;
                    import-ncu) _stridescope_files "$word" csv npz ;;
                    ladder) _stridescope_files "$word" cu json ;;
                    *) _stridescope_files "$word" npz md cu txtar ;;
                esac
            fi
            ;;
    esac
    # More is to be typed behind a colon: no blank.
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *: ]] && compopt -o nospace 2>/dev/null
    if [[ -n $prefix ]]; then COMPREPLY=("${COMPREPLY[@]#"$prefix"}"); fi
    return 0
}

complete -F _stridescope stridescope-cli stridescope
