# Sourced by the checks: reads programs and commands from docs/use/quickstart.md.
# shellcheck shell=bash disable=SC2154 # The script that sources this has set root.
page=$root/docs/use/quickstart.md

# block TITLE LANGUAGE: prints the first code block of a language below a title of the page.
block() {
  awk -v title="## $1" -v fence="\`\`\`$2" '
    /^## / { here = ($0 == title) }
    here && $0 == fence && !done { inside = 1; next }
    /^```/ { if (inside) done = 1; inside = 0 }
    inside { print }' "$page"
}

# follow TITLE: saves each file that the part names, and writes its commands to steps.sh in their order.
follow() {
  awk -v title="## $1" '
    /^## / { here = ($0 == title) }
    !here { next }
    /^`[^`]*`:$/ { file = substr($0, 2, length($0) - 3) }
    /^```/ && inside { inside = 0; out = ""; next }
    /^```/ { inside = 1; out = ($0 == "```sh") ? "steps.sh" : file; file = ""; next }
    inside && out != "" { print > out }' "$page"
}
