#!/usr/bin/env bash
# Buys the cheapest product that needs no account fields. Needs bash, curl and jq.
#   BASE_URL=http://127.0.0.1:3000 TOKEN=... ./curl.sh
# It places a real order with the account's real balance.
set -euo pipefail
: "${BASE_URL:?Set BASE_URL to the address of the shop, for example http://127.0.0.1:3000.}"
: "${TOKEN:?Set TOKEN to your API token.}"
ORDER_FILE=${ORDER_FILE:-bot-order.txt}
PAUSE=${PAUSE:-2}

fail() { echo "$*" >&2; exit 1; }
code_of() { jq -r 'if type == "object" then .code // 0 else 0 end' <<<"$1"; }

# ask PATH: prints the JSON answer, be it an error. After network errors, HTTP 5xx, answers that are
# none of the shop's and the codes 111, 130 and 500, the very same URL is asked again; see
# docs/api.md, "Sending again". Prints nothing if there is no final answer.
ask() {
  local reply head body http kind code try pause
  for try in 1 2 3 4 5; do
    # The token goes in by stdin: on the command line every user of this machine could read it.
    # Without --location no redirect is followed: it would take the token to another address.
    # --globoff: the brackets of check?orders=[...] are meant literally.
    reply=$(printf 'header = "api-token: %s"\n' "$TOKEN" |
      curl --silent --globoff --include --http1.1 --max-time 20 --config - \
        "${BASE_URL%/}/client/api/$1" | tr -d '\r') || reply=''
    head=${reply%%$'\n\n'*} body=${reply#*$'\n\n'}
    http=$(awk 'NR == 1 { print $2 }' <<<"$head")
    case $http in
      3??) fail 'The answer is a redirect, which is not followed: set BASE_URL to the address of the shop itself.' ;;
    esac
    # OK, ERROR, or empty for what is no answer of the shop.
    kind=$(jq -r 'if type == "array" then "OK" else .status end' 2>/dev/null <<<"$body") || kind=''
    if [ "$kind" = OK ] && [ "${http:-0}" -lt 400 ]; then printf '%s\n' "$body"; return; fi
    pause=$((try * PAUSE)) code=none
    if [ "$kind" = ERROR ]; then
      code=$(code_of "$body")
      case $code in
        # Without Retry-After, these two end in minutes rather than in seconds.
        111 | 130) pause=$((30 * PAUSE)) ;;
        500) ;;
        *) if [ "$http" -lt 500 ]; then printf '%s\n' "$body"; return; fi ;;
      esac
      pause=$(awk -v pause="$pause" 'tolower($1) == "retry-after:" { pause = $2 } END { print pause }' <<<"$head")
    fi
    echo "No final answer to $1: HTTP ${http:-none}, code $code (try $try of 5)." >&2
    if [ "$try" -lt 5 ]; then sleep "$pause"; fi
  done
}

get() {
  local answer
  answer=$(ask "$1") || exit 1
  [ -n "$answer" ] || fail "$1: the shop does not answer"
  [ "$(code_of "$answer")" = 0 ] || fail "$1: $answer"
  printf '%s\n' "$answer"
}

# choose: prints the path of a new order.
choose() {
  local balance products product id qty uuid
  # Within $(...), bash goes on after a failed command.
  balance=$(get profile) || exit 1
  balance=$(jq -r .balance <<<"$balance")
  products=$(get products) || exit 1
  echo "Balance: $balance USD, products: $(jq length <<<"$products")" >&2
  product=$(jq -c --arg balance "$balance" '
    map(select(.available and .params == [] and .product_type == "package"
      and .price <= ($balance | tonumber))) | min_by(.price) // empty' <<<"$products")
  [ -n "$product" ] ||
    fail 'The shop lists no product without account fields that the balance can pay.'
  echo "Ordering $(jq -r .name <<<"$product")" >&2
  id=$(jq -r .id <<<"$product")
  qty=$(jq -r '.qty_values.min? // "1"' <<<"$product")
  uuid=$(cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen)
  # The uuid is last: without its end, it would be refused.
  echo "newOrder/$id/params?qty=$qty&order_uuid=$uuid"
}

# The uuid names this one purchase. It is made ONCE and stored BEFORE the first try: when an answer
# is lost, nobody knows whether the order exists. The same request again gets that order back, or
# places it if it never arrived; a new uuid could pay twice. So the file is deleted only when the
# outcome is known, and the next run goes on with it.
if [ ! -e "$ORDER_FILE" ]; then
  path=$(choose)
  set -o noclobber
  echo "$path" >"$ORDER_FILE"
  # On the disk, the file and then its folder: a crash of the machine must not lose the key.
  sync "$ORDER_FILE"
  sync "$(dirname "$ORDER_FILE")"
fi
path=$(cat "$ORDER_FILE")
echo "Sending $path"
answer=$(ask "$path")
[ -n "$answer" ] || fail "The outcome is unknown. Run this again: the order is kept in $ORDER_FILE."
code=$(code_of "$answer")
case $code in
  0) ;;
  100 | 105 | 106 | 107 | 109 | 110 | 112 | 113 | 114 | 117 | 118 | 119 | 6[0-9][0-9])
    # A lost try may still arrive. Once the key is sealed, no order can come to be under it.
    uuid=${path#*order_uuid=}
    seen=$(get "check?orders=[$uuid]&uuid=1&seal=1")
    if jq -e --arg uuid "$uuid" '.sealed // [] | index($uuid)' >/dev/null <<<"$seen"; then
      rm "$ORDER_FILE"
      fail "There is no order: $code $(jq -r .message <<<"$answer")"
    fi
    answer=$(jq '{data: .data[0]}' <<<"$seen") ;;
  *) fail "Earlier tries may have ordered; see $ORDER_FILE: $code $(jq -r .message <<<"$answer")" ;;
esac
order_id=$(jq -er .data.order_id 2>/dev/null <<<"$answer") ||
  fail "The answer holds no order; see $ORDER_FILE."
echo "Order $order_id: $(jq -r '"\(.data.status), charged \(.data.price) USD"' <<<"$answer")"
rm "$ORDER_FILE"

# "wait" is not final, "accept" and "reject" (money back) are. This looks once; a bot that goes on follows orders/changes.
get "check?orders=[$order_id]" |
  jq -r '.data[] | "Checked \(.order_id): \(.status), codes: \(.replay_api // [] | join(", "))"'
