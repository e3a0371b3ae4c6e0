<?php
// Buys the cheapest product that needs no account fields, and follows the order until it is decided. PHP 7.4+, no packages.
//   BASE_URL=http://127.0.0.1:3000 TOKEN=... php bot.php
// It places a real order with the account's real balance.
// Ends with 0 when its orders are decided, 75 while one still waits at a shop without a feed of orders, or where the
// token lacks the scope books: run it again later; and with 1 after anything else, which it names.
// Never let two runs at once use the same files.
$baseUrl = getenv('BASE_URL') ?: fail('Set BASE_URL to the address of the shop.');
$token = getenv('TOKEN') ?: fail('Set TOKEN to your API token.');
$orderFile = getenv('ORDER_FILE') ?: 'bot-order.txt';
$feedFile = getenv('FEED_FILE') ?: 'bot-feed.json';
$pauseUnit = getenv('PAUSE') === false ? 2.0 : (float) getenv('PAUSE');

// docs/api.md, "Sending again". After these codes the very same request is sent again:
const AGAIN = [111, 130, 500];
// After these, and 600 to 699, no order exists under the key. All others say nothing about earlier requests.
const NO_ORDER = [100, 105, 106, 107, 109, 110, 112, 113, 114, 117, 118, 119];
// After these there is no feed: an older shop, and a token without the scope books.
const NO_FEED = [404, 124];
const STILL_WAITING = 75; // EX_TEMPFAIL of sysexits.h

function fail(string $message, int $exitCode = 1)
{
    fwrite(STDERR, $message . "\n");
    exit($exitCode);
}

function isOk(array $answer): bool
{
    // A list has no status.
    return ($answer['status'] ?? (array_values($answer) === $answer ? 'OK' : '')) === 'OK';
}

// The JSON answer, be it an error. After network errors, HTTP 5xx, answers that are none of the shop's and the codes of
// AGAIN, the very same URL is asked again. Null if there is no final answer.
function ask(string $path, int $tries = 5): ?array
{
    global $baseUrl, $token, $pauseUnit;
    $context = stream_context_create(['http' => [
        'header' => "api-token: $token",
        'timeout' => 30, // An answer of the feed may take 20 seconds.
        'follow_location' => 0, // A redirect would take the token to another address.
        'ignore_errors' => true, // The reason of an error stands in its body.
    ]]);
    for ($try = 1; $try <= $tries; $try++) {
        $pause = min($try, 5) * $pauseUnit;
        $reason = 'no answer';
        $http_response_header = [];
        $body = @file_get_contents(rtrim($baseUrl, '/') . "/client/api/$path", false, $context);
        $headers = implode("\n", $http_response_header);
        $status = preg_match('~^HTTP/\S+ (\d+)~', $headers, $found) ? (int) $found[1] : 0;
        if ($status >= 300 && $status < 400) {
            fail('The answer is a redirect, which is not followed: set BASE_URL to the address of the shop itself.');
        }
        $answer = $body === false ? null : json_decode($body, true);
        if (is_array($answer) && $status < 400 && isOk($answer)) {
            return $answer;
        }
        if (is_array($answer) && ($answer['status'] ?? '') === 'ERROR') {
            $code = $answer['code'] ?? 0;
            $reason = "code $code";
            if ($status < 500 && !in_array($code, AGAIN, true)) {
                return $answer;
            }
            // Without Retry-After, these two end in minutes rather than in seconds.
            $pause = in_array($code, [111, 130], true) ? 30 * $pauseUnit : $pause;
            if (preg_match('~^Retry-After: *(\d+)~mi', $headers, $found)) {
                $pause = (int) $found[1];
            }
        }
        fwrite(STDERR, "No final answer to $path: $reason, HTTP $status (try $try).\n");
        if ($try < $tries) {
            usleep((int) ($pause * 1000000));
        }
    }
    return null;
}

function get(string $path): array
{
    $answer = ask($path);
    if ($answer === null || !isOk($answer)) {
        fail("$path: " . ($answer === null ? 'the shop does not answer' : json_encode($answer)));
    }
    return $answer;
}

// The path of a new order.
function choose(): string
{
    $balance = get('profile')['balance'];
    $products = get('products');
    echo "Balance: $balance USD, products: " . count($products) . "\n";
    // Floats are good enough to choose by price; never add up money with them.
    $buyable = array_filter($products, fn ($p) => $p['available'] && $p['params'] === []
        && $p['product_type'] === 'package' && $p['price'] <= (float) $balance);
    usort($buyable, fn ($a, $b) => $a['price'] <=> $b['price']);
    $product = $buyable[0]
        ?? fail('The shop lists no product without account fields that the balance can pay.');
    echo "Ordering {$product['name']}\n";
    $qty = $product['qty_values']['min'] ?? '1';
    $bytes = random_bytes(16);
    $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40); // version 4
    $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80); // variant of RFC 9562
    $uuid = vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    // The uuid is last: without its end, it would be refused.
    return "newOrder/{$product['id']}/params?qty=$qty&order_uuid=$uuid";
}

// Returns when the text is on the disk. PHP can do that from 8.1 on.
function write(string $name, string $text, string $mode): void
{
    $file = fopen($name, $mode) ?: fail("$name cannot be written.");
    $isWritten = fwrite($file, $text) === strlen($text) && fflush($file);
    if (!$isWritten || (function_exists('fsync') && !fsync($file)) || !fclose($file)) {
        fail("$name cannot be written.");
    }
}

// Returns when the names in the folder of the file are on the disk; Windows cannot open folders.
function syncFolder(string $name): void
{
    $folder = function_exists('fsync') ? @fopen(dirname($name), 'r') : false;
    if ($folder) {
        @fsync($folder);
        fclose($folder);
    }
}

// What was done, and the cursor behind it, are stored together: the file is replaced as a whole.
$feed = file_exists($feedFile)
    ? json_decode(file_get_contents($feedFile), true)
    : ['cursor' => null, 'waiting' => []];

function storeFeed(): void
{
    global $feed, $feedFile;
    write("$feedFile.new", json_encode($feed), 'w');
    rename("$feedFile.new", $feedFile) || fail("$feedFile cannot be written.");
    syncFolder($feedFile);
}

// The cursor behind all that has happened; null where there is no feed.
function presentCursor(): ?string
{
    global $orderFile;
    $answer = ask('orders/changes?since=now');
    if (isset($answer['cursor'])) {
        return $answer['cursor'];
    }
    if (in_array($answer['code'] ?? 0, NO_FEED, true)) {
        return null;
    }
    $reason = $answer === null ? 'the shop does not answer' : json_encode($answer);
    fail("orders/changes: $reason. This run has not sent the order; it is kept in $orderFile.");
}

function buy(): void
{
    global $feed, $orderFile;
    // The uuid names this one purchase. It is made ONCE and stored BEFORE the first try: when an answer is lost, nobody
    // knows whether the order exists. The same request again gets that order back, or places it if it never arrived; a
    // new uuid could pay twice. So the file is deleted only when the outcome is known, and the next run goes on with it.
    if (!file_exists($orderFile)) {
        write($orderFile, choose(), 'x');
        syncFolder($orderFile);
    }
    $path = trim(file_get_contents($orderFile));
    // Before the order is sent: what happens to it comes behind this cursor.
    $feed['cursor'] ??= presentCursor();
    echo "Sending $path\n";
    $answer = ask($path);
    if ($answer === null) {
        fail("The outcome is unknown. Run this again: the order is kept in $orderFile.");
    }
    if (!isOk($answer)) {
        $code = $answer['code'];
        $error = "$code " . ($answer['message'] ?? '');
        if (!in_array($code, NO_ORDER, true) && ($code < 600 || $code > 699)) {
            fail("Earlier tries may have ordered; see $orderFile: $error");
        }
        // A lost try may still arrive. Once the key is sealed, no order can come to be under it.
        $uuid = explode('order_uuid=', $path)[1];
        $seen = get("check?orders=[$uuid]&uuid=1&seal=1");
        if (in_array($uuid, $seen['sealed'] ?? [], true)) {
            unlink($orderFile);
            fail("There is no order: $error");
        }
        $answer = ['data' => $seen['data'][0] ?? []];
    }
    $order = $answer['data'] ?? [];
    if (!isset($order['order_id'])) {
        fail("The answer holds no order; see $orderFile.");
    }
    echo "Order {$order['order_id']}: {$order['status']}, charged {$order['price']} USD\n";
    $feed['waiting'] = array_values(array_unique([...$feed['waiting'], $order['order_id']]));
    // Also without a feed: before it buys again, the next run looks for what waits.
    storeFeed();
    unlink($orderFile);
}

// Ends. The orders are kept: it may be this run that asks another shop, or for another account.
function failUnknown(array $ids)
{
    global $feedFile;
    $hint = "check BASE_URL and TOKEN, and ask its owner. Nothing is bought while it stands in $feedFile.";
    fail(implode("\n", array_map(fn ($id) => "The shop does not know $id: $hint", $ids)));
}

// "wait" is not final, "accept" and "reject" (money back) are. The same order may be told again.
function tell(string $event, array $order): void
{
    global $feed;
    $id = $order['order_id'];
    if (!in_array($id, $feed['waiting'], true)) {
        return;
    }
    if ($order['codes_unavailable'] ?? false) {
        // The shop cannot read the codes at present; check is 111 until it can.
        $order = get("check?orders=[$id]")['data'][0] ?? failUnknown([$id]);
    }
    $codes = implode(', ', $order['replay_api'] ?? []);
    echo "$event $id: {$order['status']}, codes: $codes\n";
    if ($order['status'] !== 'wait') {
        $feed['waiting'] = array_values(array_diff($feed['waiting'], [$id]));
    }
}

// Compares the orders that are waited for with what the shop has.
function check(): void
{
    global $feed;
    $orders = get('check?orders=[' . implode(',', $feed['waiting']) . ']')['data'];
    $unknown = array_diff($feed['waiting'], array_column($orders, 'order_id'));
    foreach ($orders as $order) {
        tell('checked', $order);
    }
    storeFeed();
    if ($unknown !== []) {
        failUnknown($unknown);
    }
}

// docs/api.md, "orders/changes".
function follow(): void
{
    global $feed, $pauseUnit;
    while ($feed['waiting'] !== []) {
        $asked = microtime(true);
        $answer = ask("orders/changes?since={$feed['cursor']}&wait=20", PHP_INT_MAX);
        if (!isOk($answer)) {
            in_array($answer['code'], NO_FEED, true) || fail('orders/changes: ' . json_encode($answer));
            check();
            return;
        }
        if ($answer['restarted'] ?? false) {
            check(); // The shop was restored, and its events begin anew.
        }
        foreach ($answer['data'] as $event) {
            tell($event['event'], $event);
        }
        $isQuiet = $answer['data'] === [] && $answer['cursor'] === $feed['cursor'];
        $feed['cursor'] = $answer['cursor'];
        storeFeed();
        if ($isQuiet && microtime(true) - $asked < 10) {
            // An empty answer before its time: the shop has no place for those who wait, or stops.
            usleep((int) ($pauseUnit * 1000000));
        }
    }
}

// A run that was ended while its order waited is gone on with before anything is bought.
$isNew = $feed['waiting'] === [];
if (!$isNew) {
    check();
}
if ($isNew || file_exists($orderFile)) {
    buy();
    check();
}
if ($feed['cursor'] !== null) {
    follow();
}
if ($feed['waiting'] !== []) {
    fail('Still waiting for ' . implode(',', $feed['waiting']) . ': run this again.', STILL_WAITING);
}
