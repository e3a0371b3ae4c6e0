#!/usr/bin/env bash
# Buys the cheapest product that needs no account fields, and follows the order until it is decided.
# Needs bash, curl and jq.
#   BASE_URL=http://127.0.0.1:3000 TOKEN=... ./curl.sh
# It places a real order with the account's real balance.
# Ends with 0 when its orders are decided, 75 (EX_TEMPFAIL of sysexits.h) while one still waits at a shop
# without a feed of orders, or where the token lacks the scope books: run it again later; and with another
# code after anything else, which it names.
# Never let two runs at once use the same files.
set -euo pipefail
: "${BASE_URL:?Set BASE_URL to the address of the shop, for example http://127.0.0.1:3000.}"
: "${TOKEN:?Set TOKEN to your API token.}"
ORDER_FILE=${ORDER_FILE:-bot-order.txt}
FEED_FILE=${FEED_FILE:-bot-feed.json}
PAUSE=${PAUSE:-2}

fail() { echo "$*" >&2; exit 1; }
# has_no_feed ANSWER: true for an older shop (404), and for a token without the scope books (124).
has_no_feed() { case $(code_of "$1") in 404 | 124) ;; *) return 1 ;; esac; }
code_of() { jq -r 'if type == "object" then .code // 0 else 0 end' <<<"$1"; }

# ask PATH [TRIES]: prints the JSON answer, be it an error. After network errors, HTTP 5xx, answers that are
# none of the shop's and the codes 111, 130 and 500, the very same URL is asked again; see
# docs/api.md, "Sending again". Prints nothing if there is no final answer.
ask() {
  local reply head body http kind code try pause tries=${2:-5}
  for ((try = 1; try <= tries; try++)); do
    # The token goes in by stdin: on the command line every user of this machine could read it.
    # Without --location no redirect is followed: it would take the token to another address.
    # --globoff: the brackets of check?orders=[...] are meant literally. The feed may take 20 seconds.
    reply=$(printf 'header = "api-token: %s"\n' "$TOKEN" |
      curl --silent --globoff --include --http1.1 --max-time 30 --config - \
        "${BASE_URL%/}/client/api/$1" | tr -d '\r') || reply=''
    head=${reply%%$'\n\n'*} body=${reply#*$'\n\n'}
    http=$(awk 'NR == 1 { print $2 }' <<<"$head")
    case $http in
      3??) fail 'The answer is a redirect, which is not followed: set BASE_URL to the address of the shop itself.' ;;
    esac
    # OK, ERROR, or empty for what is no answer of the shop.
    kind=$(jq -r 'if type == "array" then "OK" else .status end' 2>/dev/null <<<"$body") || kind=''
    if [ "$kind" = OK ] && [ "${http:-0}" -lt 400 ]; then printf '%s\n' "$body"; return; fi
    pause=$(((try < 5 ? try : 5) * PAUSE)) code=none
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
    echo "No final answer to $1: HTTP ${http:-none}, code $code (try $try)." >&2
    if [ "$try" -lt "$tries" ]; then sleep "$pause"; fi
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

# What was done, and the cursor behind it, are stored together: the file is replaced as a whole.
feed='{"cursor":null,"waiting":[]}'
if [ -e "$FEED_FILE" ]; then feed=$(cat "$FEED_FILE"); fi
of_feed() { jq -r "$1" <<<"$feed"; }
is_waiting() { jq -e '.waiting != []' >/dev/null <<<"$feed"; }

# sync_files FILE: on the disk, the file and then its folder: a crash of the machine must not lose it.
sync_files() { sync "$1"; sync "$(dirname "$1")"; }
store_feed() {
  echo "$feed" >"$FEED_FILE.new"
  sync_files "$FEED_FILE.new"
  mv "$FEED_FILE.new" "$FEED_FILE"
  sync_files "$FEED_FILE"
}

buy() {
  local path answer cursor code uuid seen order_id
  # The uuid names this one purchase. It is made ONCE and stored BEFORE the first try: when an answer
  # is lost, nobody knows whether the order exists. The same request again gets that order back, or
  # places it if it never arrived; a new uuid could pay twice. So the file is deleted only when the
  # outcome is known, and the next run goes on with it.
  if [ ! -e "$ORDER_FILE" ]; then
    path=$(choose)
    (set -o noclobber; echo "$path" >"$ORDER_FILE")
    sync_files "$ORDER_FILE"
  fi
  path=$(cat "$ORDER_FILE")
  if [ "$(of_feed .cursor)" = null ]; then
    # Before the order is sent: what happens to it comes behind this cursor.
    answer=$(ask 'orders/changes?since=now')
    cursor=$(jq -r '.cursor? // empty' <<<"$answer")
    [ -n "$cursor" ] || has_no_feed "$answer" ||
      fail "orders/changes: ${answer:-the shop does not answer}. This run has not sent the order; it is kept in $ORDER_FILE."
    feed=$(jq -c --arg cursor "$cursor" '.cursor = (if $cursor == "" then null else $cursor end)' <<<"$feed")
  fi
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
  feed=$(jq -c --arg id "$order_id" '.waiting = (.waiting + [$id] | unique)' <<<"$feed")
  # Also without a feed: before it buys again, the next run looks for what waits.
  store_feed
  rm "$ORDER_FILE"
}

# tell ORDERS: "wait" is not final, "accept" and "reject" (money back) are. The same order may be told again.
tell() {
  local decided
  # Orders go in by stdin: with their codes they may be longer than an argument may be.
  jq -r --argjson feed "$feed" '.[] | select(.order_id | IN($feed.waiting[])) |
    "\(.event // "checked") \(.order_id): \(.status), codes: \(.replay_api // [] | join(", "))"' <<<"$1"
  decided=$(jq -c 'map(select(.status != "wait").order_id)' <<<"$1")
  feed=$(jq -c --argjson decided "$decided" '.waiting -= $decided' <<<"$feed")
}

# check: compares the orders that are waited for with what the shop has. Ends where it does not know one;
# that one is kept: it may be this run that asks another shop, or for another account.
check() {
  local orders unknown
  orders=$(get "check?orders=[$(of_feed '.waiting | join(",")')]")
  orders=$(jq -c .data <<<"$orders")
  unknown=$(jq -r --argjson feed "$feed" --arg file "$FEED_FILE" '$feed.waiting - map(.order_id) | .[] |
    "The shop does not know \(.): check BASE_URL and TOKEN, and ask its owner. " +
    "Nothing is bought while it stands in \($file)."' <<<"$orders")
  tell "$orders"
  store_feed
  [ -z "$unknown" ] || fail "$unknown"
}

# follow: docs/api.md, "orders/changes".
follow() {
  local asked answer code before cursor
  while is_waiting; do
    asked=$SECONDS
    before=$(of_feed .cursor)
    answer=$(ask "orders/changes?since=$before&wait=20" 1000000000)
    code=$(code_of "$answer")
    if has_no_feed "$answer"; then check; return; fi
    [ "$code" = 0 ] || fail "orders/changes: $answer"
    # The shop was restored, and its events begin anew.
    if [ "$(jq .restarted <<<"$answer")" = true ]; then check; fi
    # The shop cannot read these codes at present; check is 111 until it can.
    if jq -e --argjson feed "$feed" 'any(.data[]; .codes_unavailable and IN(.order_id; $feed.waiting[]))' \
      >/dev/null <<<"$answer"; then check; fi
    tell "$(jq -c .data <<<"$answer")"
    cursor=$(jq -r .cursor <<<"$answer")
    feed=$(jq -c --arg cursor "$cursor" '.cursor = $cursor' <<<"$feed")
    store_feed
    # An empty answer before its time: the shop has no place for those who wait, or stops.
    if [ "$cursor" = "$before" ] && [ $((SECONDS - asked)) -lt 10 ]; then sleep "$PAUSE"; fi
  done
}

# A run that was ended while its order waited is gone on with before anything is bought.
is_new=true
if is_waiting; then is_new=false; check; fi
if [ "$is_new" = true ] || [ -e "$ORDER_FILE" ]; then buy; check; fi
if [ "$(of_feed .cursor)" != null ]; then follow; fi
if is_waiting; then
  echo "Still waiting for $(of_feed '.waiting | join(",")'): run this again." >&2
  exit 75
fi
