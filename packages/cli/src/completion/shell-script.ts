/** Shells whose lines can be completed. */
export const shells = ["bash", "zsh", "fish"] as const;

/** One of them. */
export type Shell = (typeof shells)[number];

/** The word after which `x` is asked what a line may become: one proposal a line, a tab between word and meaning. */
export const completeWord = "__complete";

// Where only a file fits, that file is what follows the sign of a flag: `--output=re`. bash knows by itself.
// The line up to the cursor is split at blanks, not at COMP_WORDBREAKS: agents and models have colons in their names.
// What readline takes for the current word begins after its last such character, so that much is cut off again.
const bash = `# Completion of x for bash. Put this into ~/.bashrc: eval "$(x completion bash)"
_x_complete() {
  local line="\${COMP_LINE:0:COMP_POINT}" word cut reply
  local -a words
  read -ra words <<<"$line"
  [[ "$line" == *[[:space:]] ]] && words+=("")
  word="\${words[\${#words[@]}-1]}"
  cut="\${word%"\${word##*[$COMP_WORDBREAKS]}"}"
  COMPREPLY=()
  while IFS=$'\\t' read -r reply _; do
    COMPREPLY+=("\${reply#"$cut"}")
    [[ "$reply" == *[/:] ]] && compopt -o nospace 2>/dev/null
  done < <("\${words[0]}" ${completeWord} "\${words[@]:1}" 2>/dev/null)
}
complete -o default -F _x_complete x
`;

const zsh = `#compdef x
# Completion of x for zsh. Put this into ~/.zshrc, after compinit: eval "$(x completion zsh)"
_x() {
  local -a found plain open
  local reply word meaning
  while IFS= read -r reply; do
    word="\${reply%%$'\\t'*}"
    meaning="\${reply#*$'\\t'}"
    if [[ "$word" == *[/:] ]]; then open+=("\${word//:/\\\\:}:$meaning"); else plain+=("\${word//:/\\\\:}:$meaning"); fi
  done < <("\${words[1]}" ${completeWord} "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#plain} + \${#open} == 0 )); then compset -P '--*='; _files; return; fi
  (( \${#plain} )) && _describe -V x plain
  (( \${#open} )) && _describe -V x open -S ''
}
compdef _x x
`;

const fish = `# Completion of x for fish. Put this into ~/.config/fish/completions/x.fish: x completion fish > …/x.fish
function __x_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found ($words[1] ${completeWord} $words[2..-1] 2>/dev/null)
    if test (count $found) -eq 0
        set -l flag (string match -r -- '^--[^=]+=' (commandline -ct))
        for path in (__fish_complete_path (string replace -- "$flag" '' (commandline -ct)))
            echo -- "$flag$path"
        end
    else
        printf '%s\\n' $found
    end
end
complete -c x -f -a '(__x_complete)'
`;

const scripts: Record<Shell, string> = { bash, zsh, fish };

/** What a shell has to read so that it completes lines of \`x\`. */
export function shellScript(shell: Shell): string {
  return scripts[shell];
}
