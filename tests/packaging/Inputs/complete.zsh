# complete.zsh FOLDER LINE: types LINE and a tab into an interactive zsh, and prints the line as it then is.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D"
zpty -w shell 'show() { zle -I; print -r -- "line:"$BUFFER":end" }; zle -N show; bindkey "^X" show; echo RE""ADY'
zpty -r -m shell shown '*READY*'
zpty -n -w shell "$2"$'\t\x18'
zpty -r -m shell shown '*line:*:end*'
shown=${shown##*line:}
print -r -- ${shown%%:end*}
zpty -d shell
