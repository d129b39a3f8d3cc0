<?php

/**
 * Random histories of orders, against a real server: HISTORIES of them, of five steps each, from SEED on. After each,
 * and a daily cron job, both sides have every service in the same state with the same terms.
 */

declare(strict_types=1);

require __DIR__ . '/start.php';

const STEPS = 5;
const PLANS = ['starter', 'professional', 'business'];
const QUANTITY = 'domains';

$server = Whmcs::addServer(setting('BREAKWATER_URL'), setting('BREAKWATER_API_KEY'));
$products = ['single' => Whmcs::addProduct('endpoint', 'starter'), 'slots' => Whmcs::addProduct('domain_monitoring')];
foreach (PLANS as $plan) {
    $products[$plan] = Whmcs::addProduct('port_monitoring', $plan);
}

/** One of a customer's services takes one step; what is not possible in its state is done nevertheless. */
function step(int $service, array $products): string
{
    $row = Whmcs::row('tblhosting', $service);
    $kind = array_search($row['packageid'], $products, true);
    $clientId = $row['userid'];
    $product = Whmcs::params($service)['configoption1'];
    $actions = ['CreateAccount', 'SuspendAccount', 'UnsuspendAccount', 'TerminateAccount', 'Renew', 'resync', 'change',
        'use', 'their hand', 'our hand'];
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
                    ? breakwater()->post('/billing/provision-domain', ['client_id' => $clientId,
                        'service_id' => $service, 'domain' => $name])
                    : breakwater()->post('/endpoints', ['billing_customer_id' => $clientId, 'ip_address' => $ip]);
            } catch (Breakwater\ApiException $refused) {
                return "use: {$refused->status()}";
            }
            return 'use';
        case 'their hand':
            $status = ['active', 'suspended', 'cancelled'][mt_rand(0, 2)];
            byHand($clientId, $service, $product, $status);
            return "their hand: $status";
        case 'our hand':
            $status = ['Active', 'Suspended', 'Terminated', 'Cancelled'][mt_rand(0, 3)];
            Whmcs::update('tblhosting', $service, ['domainstatus' => $status]);
            return "our hand: $status";
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

/** Both sides of a service, which have to be equal. */
function sides(int $service): array
{
    $row = Whmcs::row('tblhosting', $service);
    $params = Whmcs::params($service);
    $status = Breakwater\Whmcs\Records::status($row['domainstatus']);
    if ($params['configoption1'] === 'endpoint') {
        $address = Whmcs::fields($service)['IP address'];
        $other = Breakwater\Whmcs\Records::otherAt($address, $row['userid'], $service);
        $isLive = in_array($status, ['active', 'suspended'], true);
        // Of two services at one address, the other one's server.
        $is = $other !== null && !$isLive ? 'none' : server($row['userid'], $address);
        // What is suspended before it was ever monitored is not monitored either.
        $should = $status === 'active' ? ['active'] : ($status === 'suspended' ? ['paused', 'none'] : ['none']);
        return [in_array($is, $should, true) ? $is : implode(' or ', $should), $is];
    }
    $is = subscription($row['userid'], $service);
    if ($status === null || $status === 'cancelled') {
        return [$is === 'none' ? 'none' : 'cancelled', explode(' ', $is)[0]];
    }
    $isPlan = $params['configoption1'] === 'port_monitoring';
    $terms = $isPlan ? $params['configoption2'] : $params['configoptions'][QUANTITY] ?? 1;
    return ["$status $terms", $is];
}

$first = (int) (getenv('FIRST_CLIENT') ?: 100000);
$seed = (int) setting('SEED');
$calls = 0;
for ($history = 0; $history < (int) setting('HISTORIES'); $history++) {
    mt_srand($seed + $history);
    Whmcs::forgetServices();
    $client = Whmcs::addClient(['id' => $first + $history]);
    $services = [];
    foreach (['single', 'single', 'slots', PLANS[mt_rand(0, 2)]] as $kind) {
        $address = ['IP address' => '127.203.113.' . mt_rand(1, 4)];
        $services[] = Whmcs::order($client, $products[$kind], $server, $address);
        if ($kind === 'slots') {
            Whmcs::setQuantity(end($services), QUANTITY, mt_rand(1, 4));
        }
    }
    $said = [];
    // The order that is paid for, and what comes of it.
    foreach ($services as $service) {
        if (mt_rand(0, 3) > 0) {
            $said[] = "#$service CreateAccount: " . Whmcs::run('CreateAccount', $service);
        }
    }
    for ($step = 0; $step < STEPS; $step++) {
        $service = $services[mt_rand(0, 3)];
        $said[] = "#$service " . step($service, $products);
    }
    $said[] = cron();
    $report = (string) end($said);
    foreach ($services as $service) {
        [$expected, $actual] = sides($service);
        $isTold = strpos($report, "Service #$service: could not be repaired") !== false;
        // What cannot be repaired, such as two servers at one address, is told instead.
        if ($expected !== $actual && !$isTold) {
            $where = 'seed ' . ($seed + $history) . ", service #$service";
            throw new LogicException("$where: $expected in WHMCS, $actual at Breakwater\n" . implode("\n", $said));
        }
        $unrepaired = ($unrepaired ?? 0) + (int) $isTold;
    }
    $calls += count(Whmcs::$moduleLog);
    nothingSecret(implode("\n", $said));
    Whmcs::$moduleLog = Whmcs::$activity = [];
}
echo setting('HISTORIES'), " histories, $calls calls, $unrepaired services that staff were told of\n";
