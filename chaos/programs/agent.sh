# An agent of a round: does its work, calls its model through the gateway when there is one, prints a long transcript,
# and leaves a process behind that does not want to go.
marker=$1
bytes=$2
calls=$3
trap '' TERM
(trap '' TERM HUP INT; setsid sleep 300 "$marker" >/dev/null 2>&1 || exec -a "$marker" sleep 300) >/dev/null 2>&1 &
(exec -a "$marker" sleep 301) >/dev/null 2>&1 &
echo left >"${TMPDIR:-/tmp}/$marker"
if [ "$calls" = 0 ]; then echo '{"tokens":{"input":10,"output":5},"cost":0.004}' >"$X_USAGE"; fi
for number in $(seq 1 "$calls"); do
  address=${OPENAI_BASE_URL#http://}
  host=${address%%/*}
  body='{"model":"'$X_MODEL'","messages":[{"role":"user","content":"This is question number '$number' of this case."}],"max_tokens":500}'
  exec 3<>"/dev/tcp/${host%%:*}/${host##*:}" || continue
  printf 'POST /%s/chat/completions HTTP/1.1\r\nhost: %s\r\nauthorization: Bearer %s\r\ncontent-type: application/json\r\ncontent-length: %s\r\nconnection: close\r\n\r\n%s' \
    "${address#*/}" "$host" "$OPENAI_API_KEY" "${#body}" "$body" >&3
  cat <&3 | head -c 300
  exec 3>&-
done
yes 'a line of a long transcript' | head -c "$bytes"
sleep 0.1
touch done.txt
