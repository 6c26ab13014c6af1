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

    local experiment="--kernel --block --coarsen --n --pad --type --op --scan --engine --input --blocks --schedule --sms --resident"
    local text="-D -I --launch --arg --args --expect --memory"
    local machine="--schedule --sms --resident"
    local command=
    [[ $(basename -- "$program") == stridescope-cli ]] && command=${COMP_WORDS[1]:-}
    [[ $COMP_CWORD -le 1 && -n $command ]] && command=

    case $previous in
        --kernel) _stridescope_words "$word" "$(_stridescope_kernels "$program")" ;;
        --block)  # of an export or a report: the number of a recorded block
            [[ $command == export || $command == report ]] || _stridescope_words "$word" 2 4 8 16 32 64 128 256 512 1024
            ;;
        --coarsen) _stridescope_words "$word" {1..16} ;;
        --pad) _stridescope_words "$word" none every32 two-level xor ;;
        --type)
            if [[ $command == ladder ]]; then
                _stridescope_words "$word" f32 i32
            else
                _stridescope_words "$word" i32 u32 f32 f64 i64
            fi
            ;;
        --op) _stridescope_words "$word" add max min last ;;
        --engine) _stridescope_words "$word" auto cpu cuda ;;
        --blocks) _stridescope_words "$word" all first: ;;
        --scan) _stridescope_words "$word" inclusive exclusive ;;
        --schedule) _stridescope_words "$word" ascending descending random: lane-random: ;;
        --memory) _stridescope_words "$word" immediate weak: ;;
        --view) _stridescope_words "$word" tree memory heatmap banks work grid source global divergence fragment events requests ;;
        --show) _stridescope_words "$word" tree memory heatmap banks work grid source global divergence fragment ;;
        --format) _stridescope_words "$word" text csv json ;;
        --rungs) _stridescope_words "$word" cpu sections scan library roof ;;
        --by) _stridescope_words "$word" step warp site ;;
        --lock) _stridescope_words "$word" stride phase progress wavefronts ;;
        --for) _stridescope_words "$word" slide paper ;;
        --beside)
            _stridescope_files "$word" npz
            ;;
        --compare) _stridescope_files "$word" npz ;;
        --axis) _stridescope_words "$word" bank warp ;;
        --events) _stridescope_words "$word" both loads stores ;;
        --measure) _stridescope_words "$word" worst total per-request ;;
        --theme) _stridescope_words "$word" light dark projector ;;
        --select) _stridescope_words "$word" thread: word: bank: warp: line: site: ;;
        --heatmap) _stridescope_words "$word" bank warp ;;
        --n | --step | --steps | --element | --request | --wavefront | --warp | --width | --sort-by | --ms | --fps | --loops | --passed | --event | --sms | --resident | --size | --workers | --scale | --text-size | --page | --runs | --seconds | --megabytes | -D | --launch | --arg | --args | --expect) ;;
        --screenshot) _stridescope_files "$word" png ;;
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
        -o | --output)
            case $command in
                record) _stridescope_files "$word" npz ;;
                *) _stridescope_files "$word" png svg pdf csv json gif webp ;;
            esac
            ;;
        *)
            case $command in
                kernels) _stridescope_words "$word" --json --help ;;
                record)
                    if [[ $word == -* ]]; then
                        _stridescope_words "$word" $experiment $text --workers --seconds -o --help
                    else
                        _stridescope_files "$word" cu
                    fi
                    ;;
                check)
                    if [[ $word == -* ]]; then
                        _stridescope_words "$word" $text $machine --kernel --format --verbose --other-schedules --page --seconds \
                            --megabytes --blocks --help
                    else
                        _stridescope_files "$word" cu
                    fi
                    ;;
                lint)
                    if [[ $word == -* ]]; then
                        _stridescope_words "$word" --help
                    else
                        _stridescope_files "$word" md
                    fi
                    ;;
                verify)
                    if [[ $word == -* ]]; then
                        _stridescope_words "$word" $experiment $text --help
                    else
                        _stridescope_files "$word" cu
                    fi
                    ;;
                report)
                    if [[ $word == -* ]]; then
                        _stridescope_words "$word" --format --by --compare --narrate --block \
                            $text $machine --kernel --blocks --engine --help
                    else
                        _stridescope_files "$word" npz cu
                    fi
                    ;;
                export)
                    if [[ $word == -* ]]; then
                        _stridescope_words "$word" --view -o --step --compare --lock --difference --axis --events --measure \
                            --block --event --scale --dark --select --element --request --wavefront \
                            --warp --sort-by --hide-later --width --for --pane --part --room --steps --wavefronts --passed --ms --fps --loops \
                            $text $machine --kernel --blocks --engine --help
                    else
                        _stridescope_files "$word" npz cu
                    fi
                    ;;
                import-ncu)
                    if [[ $word == -* ]]; then
                        _stridescope_words "$word" --format --help
                    else
                        _stridescope_files "$word" csv npz
                    fi
                    ;;
                bench)
                    if [[ $word == -* ]]; then
                        _stridescope_words "$word" --kernel --n --blocks --format $text --help
                    else
                        _stridescope_files "$word" cu
                    fi
                    ;;
                ladder)
                    if [[ $word == -* ]]; then
                        _stridescope_words "$word" --n --type --rungs --runs --seconds --why -o --format \
                            $text --help
                    else
                        _stridescope_files "$word" cu json
                    fi
                    ;;
                *)
                    if [[ $(basename -- "$program") == stridescope ]]; then
                        if [[ $word == -* ]]; then
                            _stridescope_words "$word" $experiment $text --screenshot --step --size \
                                --theme --heatmap --show --compare --beside --lock --text-size --page \
                                --exercise --welcome --present --predict --version --help
                        else
                            _stridescope_files "$word" npz md cu
                        fi
                    else
                        _stridescope_words "$word" kernels record report export check lint verify import-ncu \
                            bench ladder --help --version
                    fi
                    ;;
            esac
            ;;
    esac
    # More is to be typed behind a colon: no blank.
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *: ]] && compopt -o nospace 2>/dev/null
    if [[ -n $prefix ]]; then COMPREPLY=("${COMPREPLY[@]#"$prefix"}"); fi
    return 0
}

complete -F _stridescope stridescope-cli stridescope
