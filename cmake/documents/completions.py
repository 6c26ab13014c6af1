"""Writes completion for zsh and fish from what the programs say of themselves with --help. (For bash
there is assets/completion/stridescope-cli.bash; tests/cli/completion_test.py compares them.)

    completions.py CLI ZSH_OUT FISH_CLI_OUT [WINDOW FISH_WINDOW_OUT]
"""

import pathlib
import re
import sys

import help_text

# What a flag takes, where that is a list that help does not have; a word that ends in ':' or '=' goes on.
WORDS = {
    "--block": "2 4 8 16 32 64 128 256 512 1024",
    "--coarsen": "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16",
    "--rungs": "cpu sections scan library roof",
    "--select": "thread: word: bank: warp: line: site:",
}
OF_COMMAND = {("export", "--block"): "", ("report", "--block"): ""}
FILES = {"--compare": ["npz"], "csv": ["csv"]}
KERNELS = "kernels"  # asked of the program, so that one added yesterday is completed today


def values(command, option):
    """KERNELS, a list of words, or a list of endings with a dot; empty if nothing is known."""
    name = option.names[-1]
    if name == "--kernel":
        return KERNELS
    words = OF_COMMAND.get((command, name), WORDS.get(name))
    # Not of "FLAGS|OTHER.npz", which says what kinds of things there are.
    if words is None and re.fullmatch(r"[a-z0-9][^|]*(\|[a-z0-9][^|]*)+", option.value):
        words = re.sub(r":[^|]*", ":", option.value).replace("|", " ")
    if words is not None:
        return words.split()
    if option.value.startswith("."):
        return option.value.split("|")
    endings = FILES.get(name) or re.findall(r"\.(cu|npz|md|json|csv|png|txtar)\b",
                                            option.value + " " + option.text)
    # "--element … such as C[3][5]" names no file, and "-D" and "--arg" take more than one.
    known = option.names[0] in ("--screenshot", "--beside") or not name.startswith("-")
    known = known or name in FILES
    return ["." + ending for ending in dict.fromkeys(endings)] if known else []


def quoted(text):
    """In single quotes, which zsh and fish both understand."""
    return "'" + text.replace("'", "'\\''") + "'"


# --- zsh ----------------------------------------------------------------------------------------
ZSH_HEAD = """#compdef stridescope stridescope-cli
# Made from what `stridescope-cli COMMAND --help` and `stridescope --help` say.

_stridescope_kernels() {
    local program=${words[1]:-stridescope-cli}
    [[ ${program:t} == stridescope ]] && program=${program}-cli
    local -a kernels
    kernels=(${(fu)"$(${(Q)program} kernels --json 2>/dev/null |
        sed -n 's/.*"id": *"\\([^"]*\\)".*/\\1/p')"})
    _describe -t kernels kernel kernels
    _files -g '*.cu'
}

# Words, of which those that end in a colon are to go on.
_stridescope_words() {
    local -a whole=(${@:#*:}) begun=(${(M)@:#*:})
    local found=1
    (( $#whole )) && compadd -- $whole && found=0
    (( $#begun )) && compadd -S '' -- $begun && found=0
    return $found
}

_stridescope_input() {
    if compset -P file:; then
        _files -g '*.(csv|txt|npy)'
    else
        _stridescope_words ones iota random: values: file:
    fi
}
"""


def zsh_action(command, option):
    if option.names[-1] == "--input":
        return "_stridescope_input"
    known = values(command, option)
    if known == KERNELS:
        return "_stridescope_kernels"
    if known and known[0].startswith("."):
        # "*.(cu)" alone would not be a choice of one, but qualifiers.
        some = f"*.({'|'.join(ending[1:] for ending in known)})"
        return f'_files -g "{"*" + known[0] if len(known) == 1 else some}"'
    if known:
        # A colon would end the action. The blank before it: no arguments but these.
        return " _stridescope_words " + " ".join(known).replace(":", r"\:")
    return " "


def zsh_spec(command, option, positional=False):
    def clean(text):
        return re.sub(r"([\[\]:\\])", r"\\\1", text)
    if positional:
        head = "*" if option.repeats or "..." in option.value else ""
        return quoted(f"{head}:{clean(option.names[0])}:{zsh_action(command, option)}")
    tail = f"[{clean(option.text)}]"
    if option.value:
        tail += f":{clean(option.value.lower())}:{zsh_action(command, option)}"
    if option.repeats:
        return " \\\n        ".join(
            quoted(("*" + name + ("+" if len(name) == 2 else "")) + tail) for name in option.names)
    alone = f"({' '.join(option.names)})" if len(option.names) > 1 else ""
    return " \\\n        ".join(quoted(alone + name + tail) for name in option.names)


def zsh_arguments(page, words=""):
    specs = [zsh_spec(page.command, option) for option in page.options()]
    specs += [zsh_spec(page.command, option, True) for option in page.positionals]
    # Behind what _arguments hands on as the rest, "$words" is that of the command alone.
    return f"_arguments {words}\\\n        " + " \\\n        ".join(specs)


def zsh(cli, commands, window):
    out = [ZSH_HEAD]
    for page in commands:
        out.append(f"_stridescope_cli_{page.command}() {{\n    {zsh_arguments(page)}\n}}\n")
    names = "\n            ".join(quoted(f"{name}:{text}") for name, text in cli.commands)
    choice = "\n            ".join(f"{page.command}) _stridescope_cli_{page.command} ;;"
                                   for page in commands)
    own = " \\\n        ".join(zsh_spec("", option) for option in cli.options())
    out.append(f"""_stridescope_cli() {{
    local state line curcontext=$curcontext
    local -a commands
    _arguments -C \\
        {own} \\
        ':command:->command' '*::argument:->argument' && return
    case $state in
    command)
        commands=(
            {names}
        )
        _describe -t commands command commands
        ;;
    argument)
        # The program is asked for its kernels by the name that it was called by.
        local called=$words[1] program=$_stridescope_program
        words[1]=$program
        case $called in
            {choice}
        esac
        ;;
    esac
}}
""")
    if window:
        out.append(f"_stridescope_window() {{\n    {zsh_arguments(window)}\n}}\n")
    out.append("""_stridescope() {
    local _stridescope_program=$words[1]
    if [[ $service == stridescope ]]; then
        _stridescope_window
    else
        _stridescope_cli
    fi
}

_stridescope "$@"
""" if window else """_stridescope() {
    local _stridescope_program=$words[1]
    _stridescope_cli
}

_stridescope "$@"
""")
    return "\n".join(out)


# --- fish ---------------------------------------------------------------------------------------
FISH_KERNELS = """function __stridescope_kernels
    set -l program (commandline -opc)[1]
    test (path basename -- $program) = stridescope; and set program $program-cli
    $program kernels --json 2>/dev/null | string replace -fr '.*"id": *"([^"]*)".*' '$1' | sort -u
end

function __stridescope_files
    for ending in $argv
        __fish_complete_suffix $ending
    end
end
"""


def fish_values(command, option):
    known = values(command, option)
    if known == KERNELS:
        return "-x -a '(__stridescope_kernels)'"
    if known and known[0].startswith("."):
        return f"-x -k -a '(__stridescope_files {' '.join(known)})'"
    return f"-x -a {quoted(' '.join(known))}" if known else "-x"


def fish(program, own, commands):
    out = [f"# Made from what `{program} --help` says.", "", FISH_KERNELS,
           f"complete -c {program} -f"]

    def add(page, condition):
        for option in page.options():
            line = f"complete -c {program}{condition}"
            for name in option.names:
                line += f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}"
            if option.value:
                line += " " + fish_values(page.command, option)
            out.append(f"{line} -d {quoted(option.text)}")
        for option in page.positionals:
            endings = values(page.command, option)
            if endings:
                # A flag that is being typed is no file.
                out.append(f"complete -c {program}{condition} -k "
                           f"-a '(__stridescope_files {' '.join(endings)})'")

    add(own, " -n __fish_use_subcommand" if commands else "")
    for name, text in own.commands:
        out.append(f"complete -c {program} -n __fish_use_subcommand -a {name} -d {quoted(text)}")
    for page in commands:
        add(page, f" -n '__fish_seen_subcommand_from {page.command}'")
    return "\n".join(out) + "\n"


def write(path, text):
    pathlib.Path(path).write_text(text, encoding="utf-8")


def main():
    cli, zsh_out, fish_cli_out, *rest = sys.argv[1:]
    own, commands = help_text.ask_all(cli)
    window = None
    if rest:
        program, fish_window_out = rest
        window = help_text.ask(program)
        write(fish_window_out, fish("stridescope", window, []))
    write(zsh_out, zsh(own, commands, window))
    write(fish_cli_out, fish("stridescope-cli", own, commands))


if __name__ == "__main__":
    main()
