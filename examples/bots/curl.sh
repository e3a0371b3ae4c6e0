#!/usr/bin/env bash
# Buys the cheapest product that needs no account fields. Needs bash, curl and jq.
#   BASE_URL=http://127.0.0.1:3000 TOKEN=... ./curl.sh
# It places a real order with the account's real balance.
set -euo pipefail
: "${BASE_URL:?Set BASE_URL to the address of the shop, for example http://127.0.0.1:3000.}"
: "${TOKEN:?Set TOKEN to your API token.}"

fail() { echo "$*" >&2; exit 1; }

# get PATH: prints the JSON answer. Network errors, answers that are no JSON and code 111 are
# tried again with the very same URL; every other error ends the bot.
get() {
  local answer code try
  for try in 1 2 3 4 5; do
    # The token goes in by stdin: on the command line every user of this machine could read it.
    # --globoff: the brackets of check?orders=[...] are meant literally.
    answer=$(printf 'header = "api-token: %s"\n' "$TOKEN" |
      curl --silent --globoff --max-time 20 --config - "${BASE_URL%/}/client/api/$1") || answer=''
    # 0: success; empty: no JSON.
    code=$(jq -r 'if type == "object" then .code // 0 else 0 end' 2>/dev/null <<<"$answer") ||
      code=''
    case $code in
      0) printf '%s\n' "$answer"; return ;;
      111 | '') echo "No final answer to $1 (try $try of 5)." >&2; sleep $((try * 2)) ;;
      *) fail "The shop answered $code to $1: $(jq -r .message <<<"$answer")" ;;
    esac
  done
  fail "The outcome of $1 is unknown; asking for the same address again later is safe."
}

profile=$(get profile)
balance=$(jq -r .balance <<<"$profile")
echo "Balance: $balance USD"

products=$(get products)
echo "Products: $(jq length <<<"$products")"
product=$(jq -c --arg balance "$balance" '
  map(select(.available and .params == [] and .product_type == "package"
    and .price <= ($balance | tonumber))) | min_by(.price) // empty' <<<"$products")
[ -n "$product" ] ||
  fail 'The shop lists no product without account fields that the balance can pay.'
id=$(jq -r .id <<<"$product")
qty=$(jq -r '.qty_values.min? // "1"' <<<"$product")

# The uuid names this one purchase. It is made ONCE, before the first try: when an answer is lost,
# nobody knows whether the order exists. The same uuid again gets that order back, or places it if
# it never arrived; a new uuid could pay twice. A real bot stores it before it sends.
uuid=$(cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen)
echo "Ordering $(jq -r .name <<<"$product") under order_uuid $uuid"

order=$(get "newOrder/$id/params?qty=$qty&order_uuid=$uuid")
order_id=$(jq -r .data.order_id <<<"$order")
echo "Order $order_id: $(jq -r '"\(.data.status), charged \(.data.price) USD"' <<<"$order")"

# "wait" is not final: ask again every minute or so until it is "accept" or "reject" (money back).
get "check?orders=[$order_id]" |
  jq -r '.data[] | "Checked \(.order_id): \(.status), codes: \(.replay_api // [] | join(", "))"'
