<?php

/**
 * Random histories of orders, against two accounts of real servers: HISTORIES of them, of six steps each, from SEED on.
 * A history has two clients, to whom services move and who are merged; services become another module's, get another
 * server, and are deleted while the monitoring service is away. After each batch of histories and a daily cron job both
 * sides have every service in the same state with the same terms for the same client, or the report names it.
 */

declare(strict_types=1);

require __DIR__ . '/start.php';

const STEPS = 6;
const PLANS = ['starter', 'professional', 'business'];
const QUANTITY = 'domains';
/** So many histories have their cron job together. */
const BATCH = 25;

$urls = [setting('BREAKWATER_URL'), setting('SECOND_URL')];
$keys = [setting('BREAKWATER_API_KEY'), setting('SECOND_API_KEY')];
$servers = [Whmcs::addServer($urls[0], $keys[0]), Whmcs::addServer($urls[1], $keys[1])];
/** By the numbers of server records. */
$accounts = [];
foreach ($servers as $place => $id) {
    $accounts[$id] = new Breakwater\Client($urls[$place], $keys[$place]);
}
$products = ['single' => Whmcs::addProduct('endpoint', 'starter'), 'slots' => Whmcs::addProduct('domain_monitoring')];
foreach (PLANS as $plan) {
    $products[$plan] = Whmcs::addProduct('port_monitoring', $plan);
}
$foreign = Whmcs::insert('tblproducts', ['servertype' => 'another']);

/** What a row of tblhosting is; null: it is deleted, or another module's. */
function kindOf(int $service, array $products): ?string
{
    $row = WHMCS\Database\Capsule::$tables['tblhosting'][$service] ?? null;
    $kind = $row === null ? false : array_search($row['packageid'], $products, true);
    return $kind === false ? null : (string) $kind;
}

/** One of a customer's services takes one step; what is not possible in its state is done nevertheless. */
function step(int $service, array $clients, array $world): string
{
    [$products, $foreign, $servers, $accounts] = $world;
    $kind = kindOf($service, $products);
    if ($kind === null) {
        return 'is gone';
    }
    $row = Whmcs::row('tblhosting', $service);
    $clientId = $row['userid'];
    $actions = ['CreateAccount', 'SuspendAccount', 'UnsuspendAccount', 'TerminateAccount', 'Renew', 'resync', 'change',
        'use', 'their hand', 'our hand', 'move', 'move', 'merge', 'switch', 'delete', 'delete away', 'server'];
    $action = $actions[mt_rand(0, count($actions) - 1)];
    switch ($action) {
        case 'change':
            return 'change: ' . change($service, $kind, $products);
        case 'use':
            // What customers do in the portal, refused or not.
            try {
                $ip = '198.51.100.' . mt_rand(1, 12);
                $name = 'd' . mt_rand(1, 4) . '.example.com';
                $kind === 'slots'
                    ? $accounts[$row['server']]->post('/billing/provision-domain', ['client_id' => $clientId,
                        'service_id' => $service, 'domain' => $name])
                    : $accounts[$row['server']]->post('/endpoints', ['billing_customer_id' => $clientId,
                        'ip_address' => $ip]);
            } catch (Breakwater\ApiException $refused) {
                return "use: {$refused->status()}";
            }
            return 'use';
        case 'their hand':
            $status = ['active', 'suspended', 'cancelled'][mt_rand(0, 2)];
            $accounts[$row['server']]->syncServices([['service_id' => $service, 'client_id' => $clientId,
                'product_slug' => Whmcs::params($service)['configoption1'], 'status' => $status]]);
            return "their hand: $status";
        case 'our hand':
            $status = ['Active', 'Suspended', 'Terminated', 'Cancelled'][mt_rand(0, 3)];
            Whmcs::update('tblhosting', $service, ['domainstatus' => $status]);
            return "our hand: $status";
        case 'move':
            $to = $clients[(int) ($clientId === $clients[0])];
            Whmcs::update('tblhosting', $service, ['userid' => $to]);
            return "move to #$to";
        case 'merge':
            $to = $clients[(int) ($clientId === $clients[0])];
            foreach (WHMCS\Database\Capsule::$tables['tblhosting'] as $id => $each) {
                if ($each['userid'] === $clientId) {
                    Whmcs::update('tblhosting', $id, ['userid' => $to]);
                }
            }
            Whmcs::fire('AfterClientMerge', ['toUserID' => $to, 'fromUserID' => $clientId]);
            return "merge #$clientId into #$to";
        case 'switch':
            Whmcs::update('tblhosting', $service, ['packageid' => $foreign]);
            return 'switch to another module';
        case 'delete':
            Whmcs::deleteService($service);
            return 'delete';
        case 'delete away':
            $ports = array_column(WHMCS\Database\Capsule::$tables['tblservers'], 'port', 'id');
            foreach ($ports as $id => $port) {
                Whmcs::update('tblservers', $id, ['port' => '9']);
            }
            Whmcs::deleteService($service);
            foreach ($ports as $id => $port) {
                Whmcs::update('tblservers', $id, ['port' => $port]);
            }
            return 'delete away';
        case 'server':
            Whmcs::update('tblhosting', $service, ['server' => $servers[(int) ($row['server'] === $servers[0])]]);
            return 'another server';
    }
    return "$action: " . Whmcs::run($action, $service);
}

/** Another plan, quantity or address; what is refused is taken back, as staff do. */
function change(int $service, string $kind, array $products): string
{
    $before = Whmcs::row('tblhosting', $service)['packageid'];
    $options = Whmcs::params($service)['configoptions'];
    $fields = Whmcs::fields($service);
    if ($kind === 'single') {
        Whmcs::setField($service, 'IP address', '127.203.113.' . mt_rand(1, 4));
    } elseif ($kind === 'slots') {
        Whmcs::setQuantity($service, QUANTITY, mt_rand(1, 4));
    } else {
        Whmcs::changeProduct($service, $products[PLANS[mt_rand(0, 2)]]);
    }
    $result = Whmcs::run('ChangePackage', $service);
    if ($result !== 'success') {
        Whmcs::changeProduct($service, $before);
        Whmcs::setQuantity($service, QUANTITY, $options[QUANTITY] ?? 1);
        Whmcs::setField($service, 'IP address', $fields['IP address']);
    }
    return $result;
}

/** What a client has at an account, as its customer's record says: subscriptions by service, servers by address. */
function recordOf(Breakwater\Client $account, int $clientId): array
{
    $query = ['billing_customer_id' => $clientId, 'limit' => 100];
    $listed = iterator_to_array($account->each('/endpoints', 'endpoints', $query), false);
    $servers = array_column($listed, 'status', 'ip_address');
    try {
        $customer = $account->get("/customers/$clientId")['data'];
    } catch (Breakwater\ApiException $unknown) {
        return ['subscriptions' => [], 'servers' => $servers];
    }
    $subscriptions = [];
    foreach ($customer['subscriptions'] as $each) {
        $terms = $each['plan_slug'] ?? $each['quantity'];
        $name = $each['service_id'] . ' ' . $each['product_slug'];
        $subscriptions[$name] = $each['status'] === 'cancelled' ? 'none' : "{$each['status']} $terms";
    }
    return ['subscriptions' => $subscriptions, 'servers' => $servers];
}

/**
 * What is wrong with a service anywhere: of the account and client that it belongs to it is as in WHMCS, of all others
 * it is nothing.
 *
 * @return list<string>
 */
function faults(int $service, string $kind, array $records, array $products): array
{
    $row = WHMCS\Database\Capsule::$tables['tblhosting'][$service] ?? null;
    $isOurs = kindOf($service, $products) !== null;
    $status = $isOurs ? Breakwater\Whmcs\Records::status($row['domainstatus']) : null;
    $isLive = in_array($status, ['active', 'suspended'], true);
    $faults = [];
    foreach ($records as $account => $clients) {
        foreach ($clients as $clientId => $record) {
            $isHere = $isOurs && $row['server'] === $account && $row['userid'] === $clientId;
            foreach ($kind === 'single' ? [] : ['port_monitoring', 'domain_monitoring'] as $product) {
                $is = $record['subscriptions']["$service $product"] ?? 'none';
                $params = $isHere ? Whmcs::params($service) : [];
                $should = 'none';
                if ($isHere && $isLive && $params['configoption1'] === $product) {
                    $isPlan = $product === 'port_monitoring';
                    $should = "$status " . ($isPlan ? $params['configoption2'] : $params['configoptions'][QUANTITY]);
                }
                if ($is !== $should) {
                    $faults[] = "$product of #$clientId at server #$account: $should in WHMCS, $is there";
                }
            }
            if ($kind === 'single' && $isHere && $isLive) {
                $address = Whmcs::fields($service)['IP address'];
                $is = $record['servers'][$address] ?? 'none';
                // What is suspended before it was ever monitored may be monitored nowhere.
                if (!in_array($is, $status === 'active' ? ['active'] : ['paused', 'none'], true)) {
                    $faults[] = "$address of #$clientId at server #$account: $status in WHMCS, $is there";
                }
            }
        }
    }
    return $faults;
}

/** Servers of 127.203.113.0/24 that are monitored and that no service in WHMCS sells: only services have made such. */
function strays(array $records, array $sold): array
{
    $strays = [];
    foreach ($records as $account => $clients) {
        foreach ($clients as $clientId => $record) {
            foreach ($record['servers'] as $address => $status) {
                if (strpos($address, '127.203.113.') === 0 && !isset($sold["$account $clientId $address"])) {
                    $strays[] = "$address of #$clientId at server #$account is $status, and nobody sells it";
                }
            }
        }
    }
    return $strays;
}

$world = [$products, $foreign, $servers, $accounts];
$first = (int) (getenv('FIRST_CLIENT') ?: 100000);
$seed = (int) setting('SEED');
$histories = (int) setting('HISTORIES');
$calls = $named = 0;
for ($begin = 0; $begin < $histories; $begin += BATCH) {
    $played = [];
    for ($history = $begin; $history < min($histories, $begin + BATCH); $history++) {
        mt_srand($seed + $history);
        $number = $first + 2 * $history;
        $clients = [Whmcs::addClient(['id' => $number]), Whmcs::addClient(['id' => $number + 1])];
        $services = [];
        $said = [];
        foreach (['single', 'single', 'slots', PLANS[mt_rand(0, 2)]] as $kind) {
            $fields = ['IP address' => '127.203.113.' . mt_rand(1, 4)];
            $service = Whmcs::order($clients[0], $products[$kind], $servers[0], $fields);
            $services[$service] = $kind;
            Whmcs::setQuantity($service, QUANTITY, mt_rand(1, 4));
            // The order that is paid for, and what comes of it.
            if (mt_rand(0, 3) > 0) {
                $said[] = "#$service CreateAccount: " . Whmcs::run('CreateAccount', $service);
            }
        }
        for ($step = 0; $step < STEPS; $step++) {
            $service = array_rand($services);
            $said[] = "#$service " . step($service, $clients, $world);
        }
        $played[$history] = [$clients, $services, $said];
    }
    $calls += count(Whmcs::$moduleLog);
    nothingSecret();
    Whmcs::$moduleLog = Whmcs::$activity = [];
    Whmcs::fire('DailyCronJob');
    $report = implode("\n", Whmcs::$activity);
    foreach ($played as $history => [$clients, $services, $said]) {
        $records = [];
        foreach ($accounts as $account => $client) {
            foreach ($clients as $clientId) {
                $records[$account][$clientId] = recordOf($client, $clientId);
            }
        }
        $sold = [];
        $faults = [];
        foreach ($services as $service => $kind) {
            $left = '(?:(?!Repaired\.|Could not be|Staff decide).)*(Could not be repaired|Staff decide)';
            $isNamed = preg_match("~Service #$service\\b$left~", $report) === 1;
            $wrong = faults($service, $kind, $records, $products);
            $named += (int) ($isNamed && $wrong !== []);
            $faults = array_merge($faults, $isNamed ? [] : $wrong);
            $row = WHMCS\Database\Capsule::$tables['tblhosting'][$service] ?? null;
            if ($row !== null && $kind === 'single') {
                // What is not repaired may still be where it was.
                $isEnded = Breakwater\Whmcs\Records::status($row['domainstatus']) === 'cancelled';
                $address = Whmcs::fields($service)['IP address'] ?? '';
                if (!$isEnded && kindOf($service, $products) !== null) {
                    $sold["{$row['server']} {$row['userid']} $address"] = true;
                }
                foreach ($isNamed ? array_keys($accounts) : [] as $account) {
                    foreach ($clients as $clientId) {
                        for ($host = 1; $host <= 4; $host++) {
                            $sold["$account $clientId 127.203.113.$host"] = true;
                        }
                    }
                }
            }
        }
        $faults = array_merge($faults, strays($records, $sold));
        if ($faults !== []) {
            $where = 'seed ' . ($seed + $history) . ': ' . implode('; ', $faults);
            throw new LogicException("$where\n" . implode("\n", $said) . "\n$report");
        }
    }
}
Whmcs::fire('DailyCronJob');
$again = implode("\n", array_slice(Whmcs::$activity, -2));
same(0, preg_match_all('~Repaired\.~', $again), "what was repaired is repaired again:\n$again");
echo "$histories histories, $calls calls, $named services that staff were told of\n";
