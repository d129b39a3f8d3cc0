<?php

/**
 * Services from order to end, and all that the module does beside, against a real server. SCANNED is an address that it
 * scans, with port 2222 open.
 */

declare(strict_types=1);

require __DIR__ . '/start.php';

$url = setting('BREAKWATER_URL');
$serverId = Whmcs::addServer($url, setting('BREAKWATER_API_KEY'));
$single = Whmcs::addProduct('endpoint', 'starter');
$starter = Whmcs::addProduct('port_monitoring', 'starter', '', 'on');
$business = Whmcs::addProduct('port_monitoring', 'business', '', 'on');
$slots = Whmcs::addProduct('domain_monitoring', '', '2');
$hostile = '"><script>alert(1)</script>{$smarty.version}';

rule('a connection is tested, and what is wrong with it is said in a sentence', static function () use ($serverId) {
    $params = Whmcs::serverParams($serverId);
    same(['success' => true, 'error' => ''], breakwater_TestConnection($params));
    $wrong = substr(setting('BREAKWATER_API_KEY'), 0, -1) . '-';
    foreach (
        [
            '~^The API key is not valid: .*request ID~' => ['serveraccesshash' => $wrong],
            '~^The API key belongs to another portal domain~' => ['serverhostname' => '127.0.0.1'],
            '~could not be reached: .* It is safe to try again\.$~' => ['serverport' => '9'],
            '~^No server is chosen~' => ['serverhostname' => '', 'serverip' => ''],
            '~^The server has no API key~' => ['serveraccesshash' => ''],
            '~^The server is reached without SSL~' => ['serverhostname' => 'security.example.com'],
            '~^Sandbox mode is off~' => ['serverusername' => 'sandbox'],
        ] as $sentence => $change
    ) {
        $answer = breakwater_TestConnection($change + $params);
        same(false, $answer['success']);
        matches($sentence, $answer['error']);
        nothingSecret($answer['error']);
        same(false, strpos(Whmcs::everythingWritten(), $wrong), 'a wrong key was written down');
    }
});

rule('a connection that works is no success while products are sold and no hook is run', static function () use (
    $serverId
) {
    Breakwater\Whmcs\Module::$hasHooks = false;
    $answer = breakwater_TestConnection(Whmcs::serverParams($serverId));
    Breakwater\Whmcs\Module::$hasHooks = true;
    same(false, $answer['success']);
    matches('~^The connection works, but WHMCS does not run the hooks .* once more\.$~', $answer['error']);
});

rule('plans come from the catalogue, and a loader that cannot have them says why', static function () use ($serverId) {
    same('starter (5 servers)', breakwater_PlanLoader(Whmcs::serverParams($serverId))['starter']);
    try {
        breakwater_PlanLoader(['serveraccesshash' => 'x'] + Whmcs::serverParams($serverId));
    } catch (RuntimeException $refused) {
        matches('~^The API key is not valid~', $refused->getMessage());
        return;
    }
    throw new LogicException('nothing was thrown');
});

$jane = Whmcs::addClient(['id' => (int) (getenv('FIRST_CLIENT') ?: 42)]);
$address = setting('SCANNED');
$server = Whmcs::order($jane, $single, $serverId, ['IP address' => " $address ", 'Hostname' => $hostile]);

rule('an order that is paid is monitored, whatever its name, and may be created again', static function () use (
    $server,
    $jane,
    $address
) {
    same('success', Whmcs::run('CreateAccount', $server));
    same('success', Whmcs::run('CreateAccount', $server));
    same('active', server($jane, $address));
    $service = customer($jane)['services'][0];
    same([$server, 'endpoint', 'starter'], [$service['service_id'], $service['product_slug'], $service['plan_slug']]);
    same(10.0, (float) $service['mrr']);
    same('Jane Roe', customer($jane)['name']);
    same((string) $server, Whmcs::fields($server)['breakwater_service']);
});

rule('staff see state, last scan, open alerts and capacity, and can have it scanned', static function () use (
    $server,
    $hostile
) {
    $deadline = time() + 120;
    do {
        usleep(200000);
        $fields = breakwater_AdminServicesTabFields(Whmcs::params($server));
        $isSeen = strpos($fields['Open alerts'] ?? '', '1 (') === 0 && $fields['Last scan'] !== 'none yet';
    } while (!$isSeen && time() < $deadline);
    matches('~^1 \((critical|high|medium|low): .*2222~', $fields['Open alerts']);
    matches('~^20..-..-.. ..:.. UTC$~', $fields['Last scan']);
    $result = Whmcs::run('scan', $server);
    matches('~^(success$|The server was scanned a moment ago: .* try again in \d+ seconds)~', $result);
    same(['Server', 'State', 'Last scan', 'Open alerts', 'Capacity'], array_keys($fields));
    matches('~^active~', $fields['State']);
    matches('~ports every 24 hours$~', $fields['Capacity']);
    same(false, strpos(implode($fields), '<'), 'HTML of strangers');
    matches('~' . preg_quote(htmlspecialchars($hostile, ENT_QUOTES), '~') . '~', $fields['Server']);
});

rule('the customer signs in by a link that works once, and is written down nowhere', static function () use (
    $server,
    $url
) {
    $answer = breakwater_ServiceSingleSignOn(Whmcs::params($server));
    same(true, $answer['success']);
    same(0, strpos($answer['redirectTo'], "$url/sso?token="));
    $curl = curl_init($answer['redirectTo']);
    curl_setopt_array($curl, [CURLOPT_RETURNTRANSFER => true, CURLOPT_HEADER => true]);
    $page = (string) curl_exec($curl);
    same(303, curl_getinfo($curl, CURLINFO_RESPONSE_CODE));
    matches('~^location: \S*/servers/[0-9a-f-]{36}\s*$~mi', $page);
    nothingSecret();
    $staff = breakwater_AdminSingleSignOn(Whmcs::params($server));
    same(['success' => true, 'redirectTo' => "$url/console"], $staff);
});

rule('the page of the customer has the alerts and the way into the portal', static function () use ($server) {
    $page = breakwater_ClientArea(Whmcs::params($server))['templateVariables']['monitoring'];
    same(true, $page['isKnown']);
    same(true, $page['isActive']);
    matches("~id=$server&dosinglesignon=1$~", $page['portal']);
    same('1 open alert.', $page['summary']);
    matches('~^Last look: 20..-..-.. ..:.. UTC\.$~', $page['last_look']);
    matches('~^Port 2222/tcp \(ssh\) is open to everybody$~', $page['alerts'][0]['title']);
    $away = ['serverport' => '9'] + Whmcs::params($server);
    same(false, breakwater_ClientArea($away)['templateVariables']['monitoring']['isKnown']);
    $german = Whmcs::params($server);
    $german['clientsdetails']['language'] = 'german';
    $page = breakwater_ClientArea($german)['templateVariables']['monitoring'];
    same('Sicherheitsüberwachung', $page['text']['heading']);
});

rule('a server is suspended, comes back, ends, is ordered again', static function () use ($server, $jane, $address) {
    foreach (
        [
            'SuspendAccount' => 'paused',
            'UnsuspendAccount' => 'active',
            'TerminateAccount' => 'none',
            'CreateAccount' => 'active',
        ] as $action => $status
    ) {
        same('success', Whmcs::run($action, $server), $action);
        same('success', Whmcs::run($action, $server), "$action again");
        same($status, server($jane, $address), $action);
    }
    same('success', Whmcs::run('Renew', $server));
});

rule('a server with another address is monitored there only', static function () use ($server, $jane, $address) {
    Whmcs::setField($server, 'IP address', '127.203.113.77');
    same('success', Whmcs::run('ChangePackage', $server));
    same(['none', 'active'], [server($jane, $address), server($jane, '127.203.113.77')]);
    Whmcs::setField($server, 'IP address', $address);
    same('success', Whmcs::run('ChangePackage', $server));
    same(['active', 'none'], [server($jane, $address), server($jane, '127.203.113.77')]);
});

rule('what cannot be monitored is said before anything is changed', static function () use (
    $jane,
    $single,
    $serverId,
    $server,
    $address
) {
    $none = Whmcs::order($jane, $single, $serverId);
    matches('~^The service has no IP address: ~', Whmcs::run('CreateAccount', $none));
    Whmcs::setField($none, 'IP address', '10.0.0.300');
    matches('~^The IP address of the service is none: ~', Whmcs::run('CreateAccount', $none));
    Whmcs::setField($none, 'IP address', $address);
    same("Service #$server of the same customer monitors this IP address already.", Whmcs::run('CreateAccount', $none));
    Whmcs::setField($none, 'IP address', '10.1.2.3');
    matches('~^The address is in a range that is not scanned, .* Enter the~', Whmcs::run('CreateAccount', $none));
    same('none', server($jane, '10.1.2.3'));
    Whmcs::setField($none, 'IP address', '169.254.1.1');
    matches('~ip_address.*\(status 422, request ID [0-9a-f-]+\)$~', Whmcs::run('CreateAccount', $none));
    matches('~^Nothing is monitored for this service: ~', Whmcs::run('SuspendAccount', $none));
    same('success', Whmcs::run('TerminateAccount', $none));
});

rule('only a completed look lets the page say that there is nothing; else it says why not', static function () use (
    $single,
    $starter,
    $serverId
) {
    $client = Whmcs::addClient(['id' => 4000]);
    $line = static function (int $service, string $language = 'english'): string {
        $params = Whmcs::params($service);
        $params['clientsdetails']['language'] = $language;
        return breakwater_ClientArea($params)['templateVariables']['monitoring']['summary'];
    };
    $empty = Whmcs::order($client, $starter, $serverId);
    same('success', Whmcs::run('CreateAccount', $empty));
    same('Nothing is monitored yet. Add it in the security portal.', $line($empty));
    // What was sold before its address was excluded.
    breakwater()->post('/billing/provision', ['client_id' => $client, 'service_id' => 9001, 'ip_address' => '10.1.2.3',
        'product_slug' => 'endpoint']);
    $endpoint = breakwater()->get('/endpoints', ['billing_customer_id' => $client])['data'][0];
    $blind = Whmcs::order($client, $single, $serverId, ['IP address' => '10.1.2.3']);
    Whmcs::update('tblhosting', $blind, ['domainstatus' => 'Active']);
    Whmcs::setField($blind, 'breakwater_server', $endpoint['id']);
    same('Not looked at: its address is never scanned.', $line($blind));
    same('Nicht angesehen: Seine Adresse wird nie gescannt.', $line($blind, 'german'));
    breakwater()->post('/billing/suspend', ['endpoint_id' => $endpoint['id']]);
    $other = Whmcs::order($client, $single, $serverId, ['IP address' => '10.1.2.3']);
    Whmcs::update('tblhosting', $other, ['domainstatus' => 'Active']);
    Whmcs::setField($other, 'breakwater_server', $endpoint['id']);
    matches('~^Not looked at: it is paused\.$~', $line($other));
    foreach ([$blind, $other, $empty] as $service) {
        Whmcs::update('tblhosting', $service, ['domainstatus' => 'Pending']);
    }
    byHand($client, $empty, 'port_monitoring', 'cancelled');
    byHand($client, 9001, 'endpoint', 'cancelled');
});

rule('a customer who clicks a hundred times stops nobody’s order', static function () use ($server) {
    $asked = static function (): int {
        return count(array_filter(Whmcs::$moduleLog, static function (array $entry): bool {
            return in_array($entry[1], ['ClientArea', 'ServiceSingleSignOn'], true);
        }));
    };
    $before = $asked();
    $signedIn = 0;
    for ($i = 0; $i < 100; $i++) {
        breakwater_ClientArea(Whmcs::params($server));
        $answer = breakwater_ServiceSingleSignOn(Whmcs::params($server));
        $signedIn += (int) $answer['success'];
    }
    same(true, $asked() - $before <= 14, 'requests of pages');
    same(true, $signedIn <= 10, 'links');
    same(
        'The security portal cannot be opened at the moment. Please try again in a few minutes, or contact us.',
        $answer['errorMsg']
    );
    matches('~no sign-in: The customer asked for more than 5~', (string) end(Whmcs::$activity));
    foreach (['SuspendAccount', 'UnsuspendAccount'] as $action) {
        same('success', Whmcs::run($action, $server));
    }
});

rule('a product addon is refused, and the service that it belongs to goes on', static function () use (
    $server,
    $jane,
    $address
) {
    $addon = ['addonId' => 7] + Whmcs::params($server);
    foreach (['CreateAccount', 'SuspendAccount', 'TerminateAccount', 'Renew', 'scan'] as $function) {
        matches('~^Product addons are not sold: ~', ('breakwater_' . $function)($addon));
    }
    same(false, breakwater_ServiceSingleSignOn($addon)['success']);
    $page = breakwater_ClientArea($addon);
    same(false, $page['templateVariables']['monitoring']['isActive']);
    same('active', server($jane, $address));
});

rule('what cannot be monitored is refused in the cart, in the customer’s language', static function () use (
    $jane,
    $single,
    $starter,
    $address
) {
    $field = Breakwater\Whmcs\Records::customFieldId($single, 'IP address');
    $told = static function (string ...$addresses) use ($single, $starter, $field, $jane): array {
        $_SESSION['cart']['products'] = [['pid' => $starter, 'domain' => '']];
        foreach ($addresses as $each) {
            $_SESSION['cart']['products'][] = ['pid' => $single, 'domain' => '', 'customfields' => [$field => $each]];
        }
        return Whmcs::fire('ShoppingCartValidateCheckout', ['userid' => $jane])[0];
    };
    same([], $told('127.203.113.60'));
    foreach (['', 'web1.example.com', '10.0.0.300', '10.0.0.0/8', '169.254.1.1'] as $wrong) {
        matches('~^Please enter the IP address of your server: ~', $told($wrong)[0] ?? "nothing of $wrong");
    }
    same('The address 10.1.2.3 cannot be monitored: it is not one of the public internet.', $told('10.1.2.3')[0]);
    same("The address $address is monitored for you already.", $told($address)[0]);
    same(1, count($told('127.203.113.60', '127.203.113.60')));
    $_SESSION['Language'] = 'german';
    $told('127.203.113.60');
    $entered = ['i' => '1', 'customfield' => [$field => '10.1.2.3']];
    matches('~^Die Adresse 10\.1\.2\.3 kann~', Whmcs::fire('ShoppingCartValidateProductUpdate', $entered)[0][0]);
    same([], Whmcs::fire('ShoppingCartValidateProductUpdate', ['i' => '9'])[0]);
    $_SESSION = [];
});

$plan = Whmcs::order($jane, $starter, $serverId);

rule('a plan is sold, upgraded and metered; too small a downgrade is refused in words', static function () use (
    $plan,
    $jane,
    $starter,
    $business,
    $serverId
) {
    same('success', Whmcs::run('CreateAccount', $plan));
    same('active starter', subscription($jane, $plan));
    Whmcs::changeProduct($plan, $business);
    same('success', Whmcs::run('ChangePackage', $plan));
    same('active business', subscription($jane, $plan));
    for ($i = 1; $i <= 6; $i++) {
        breakwater()->post('/endpoints', ['billing_customer_id' => $jane, 'ip_address' => "198.51.100.$i"]);
    }
    $told = Whmcs::fire('ShoppingCartValidateUpgrade', ['id' => $plan, 'pid' => $starter])[0];
    same(1, count($told));
    matches('~^You use 6, and the new choice allows 5\.~', $told[0]);
    same([], Whmcs::fire('ShoppingCartValidateUpgrade', ['id' => $plan, 'pid' => $business])[0]);
    Whmcs::changeProduct($plan, $starter);
    matches(
        '~^The customer uses 6, and the new plan or quantity allows 5: nothing was changed\. At least 1 must be~',
        Whmcs::run('ChangePackage', $plan)
    );
    same('active business', subscription($jane, $plan));
    Whmcs::changeProduct($plan, $business);
    $fields = breakwater_AdminServicesTabFields(Whmcs::params($plan));
    same(['active, business', '6 of 100 used'], [$fields['State'], $fields['Capacity']]);
    foreach (['SuspendAccount' => 'suspended', 'UnsuspendAccount' => 'active'] as $action => $status) {
        same('success', Whmcs::run($action, $plan));
        same("$status business", subscription($jane, $plan));
    }
    $usage = breakwater_MetricProvider(Whmcs::serverParams($serverId))->usage();
    $metrics = [];
    foreach ($usage[$plan] as $metric) {
        $metrics[$metric->systemName()] = $metric->usage()->value();
    }
    same([6, 0], [$metrics['servers'], $metrics['domains']]);
});

$domains = Whmcs::order($jane, $slots, $serverId);

rule('domain slots are sold by number, and a configurable option goes before the product', static function () use (
    $domains,
    $jane
) {
    same('success', Whmcs::run('CreateAccount', $domains));
    same('active 2', subscription($jane, $domains));
    Whmcs::setQuantity($domains, 'Domains|Number of domains', 5);
    same('success', Whmcs::run('ChangePackage', $domains));
    same('active 5', subscription($jane, $domains));
    $domain = ['client_id' => $jane, 'service_id' => $domains];
    breakwater()->post('/billing/provision-domain', $domain + ['domain' => 'one.example.com']);
    breakwater()->post('/billing/provision-domain', $domain + ['domain' => 'two.example.com']);
    Whmcs::setQuantity($domains, 'Domains|Number of domains', 1);
    matches('~^The customer uses 2, .* allows 1: ~', Whmcs::run('ChangePackage', $domains));
    same('success', Whmcs::run('SuspendAccount', $domains));
    Whmcs::setQuantity($domains, 'Domains|Number of domains', 3);
    same('success', Whmcs::run('ChangePackage', $domains));
    same('suspended 3', subscription($jane, $domains));
    same('success', Whmcs::run('UnsuspendAccount', $domains));
    same('active 3', subscription($jane, $domains));
});

rule('the page of domains says how far what everybody can see of them was looked at', static function () use (
    $jane,
    $domains
) {
    for ($tries = 0; $tries < 600; $tries++) {
        $looks = breakwater()->get('/monitoring/overview', ['billing_customer_id' => $jane])['data']['domains'];
        if ($looks['looked_at'] + $looks['posture_only'] === $looks['total']) {
            break;
        }
        usleep(100000);
    }
    $page = breakwater_ClientArea(Whmcs::params($domains))['templateVariables']['monitoring'];
    same('Mail, DNS and registration. Domains looked at: 2 of 2.', $page['posture']);
});

rule('usage is known for every service, without the network where it is only described', static function () use (
    $serverId,
    $server,
    $plan,
    $domains
) {
    $types = [];
    foreach (breakwater_MetricProvider([])->metrics() as $metric) {
        $types[$metric->systemName()] = $metric->type();
    }
    same(
        ['servers' => 'snapshot', 'domains' => 'snapshot', 'server_days' => 'month', 'domain_days' => 'month'],
        $types
    );
    $provider = breakwater_MetricProvider(Whmcs::serverParams($serverId));
    $tenants = array_keys($provider->usage());
    sort($tenants);
    same([$server, $plan, $domains], $tenants);
    $one = $provider->tenantUsage((string) $domains);
    same([0, 2], [$one[0]->usage()->value(), $one[1]->usage()->value()]);
    $next = (int) strtotime('first day of next month midnight UTC');
    $late = (new Breakwater\Whmcs\UsageProvider(Whmcs::serverParams($serverId), $next))->usage()[$server];
    $ends = array_map(static function ($metric): string {
        $end = $metric->usage()->endAt();
        return $metric->systemName() . ($end === null ? '' : ' ' . $end->format('Y-m'));
    }, $late);
    $month = gmdate('Y-m');
    // Of the month that has only begun nothing was used yet.
    same(["server_days $month", "domain_days $month"], $ends);
    same([], breakwater_MetricProvider(['serverport' => '9'] + Whmcs::serverParams($serverId))->usage());
    matches('~usage could not be read: .*could not be reached~', (string) end(Whmcs::$activity));
});

rule('the daily sync says that there is no drift where there is none', static function () {
    matches('~daily sync of server #1: \d+ services, no drift\.$~', cron());
});

rule('the daily sync repairs whatever was changed by hand on either side, and names it', static function () use (
    $jane,
    $server,
    $plan,
    $domains,
    $starter,
    $business,
    $address,
    $single,
    $serverId
) {
    $drifts = [
        'a server was ended' => static function () use ($jane, $server) {
            byHand($jane, $server, 'endpoint', 'cancelled');
        },
        'a server was paused' => static function () use ($jane, $server) {
            byHand($jane, $server, 'endpoint', 'suspended');
        },
        'a plan was suspended' => static function () use ($jane, $plan) {
            byHand($jane, $plan, 'port_monitoring', 'suspended');
        },
        'a plan was cancelled' => static function () use ($jane, $plan) {
            byHand($jane, $plan, 'port_monitoring', 'cancelled');
        },
        'a plan was changed' => static function () use ($jane, $plan) {
            breakwater()->post('/billing/change-subscription', ['client_id' => $jane, 'service_id' => $plan,
                'product_slug' => 'port_monitoring', 'new_plan_slug' => 'enterprise']);
        },
        'domain slots were changed' => static function () use ($jane, $domains) {
            breakwater()->post('/billing/change-subscription', ['client_id' => $jane, 'service_id' => $domains,
                'product_slug' => 'domain_monitoring', 'new_quantity' => 9]);
        },
        'WHMCS has another status' => static function () use ($plan) {
            Whmcs::run('SuspendAccount', $plan);
            Whmcs::update('tblhosting', $plan, ['domainstatus' => 'Active']);
        },
        'WHMCS has another quantity' => static function () use ($domains) {
            Whmcs::setQuantity($domains, 'Domains|Number of domains', 4);
        },
        'WHMCS has another price of a plan' => static function () use ($plan) {
            Whmcs::update('tblhosting', $plan, ['amount' => '240.00']);
        },
        'WHMCS has another price of a server' => static function () use ($server) {
            Whmcs::update('tblhosting', $server, ['amount' => '360.00']);
        },
        'WHMCS has another address' => static function () use ($server) {
            Whmcs::setField($server, 'IP address', '127.203.113.99');
        },
        'and it has the old one again' => static function () use ($server, $address) {
            Whmcs::setField($server, 'IP address', $address);
        },
        'WHMCS has a service that was never created' => static function () use ($jane, $single, $serverId) {
            $id = Whmcs::order($jane, $single, $serverId, ['IP address' => '127.203.113.55']);
            Whmcs::update('tblhosting', $id, ['domainstatus' => 'Active']);
        },
        'everything at once' => static function () use ($jane, $server, $plan, $domains) {
            byHand($jane, $server, 'endpoint', 'cancelled');
            byHand($jane, $plan, 'port_monitoring', 'cancelled');
            byHand($jane, $domains, 'domain_monitoring', 'suspended');
        },
    ];
    foreach ($drifts as $name => $drift) {
        $drift();
        $said = cron();
        same(1, preg_match('~([1-9]\d* of them were corrected|Service #\d+.* Repaired\.)~', $said), "$name: $said");
        $is = Whmcs::fields($server)['IP address'];
        same('active', server($jane, trim($is)), $name);
        same('active business', subscription($jane, $plan), $name);
        same('active ' . Whmcs::params($domains)['configoptions']['Domains'], subscription($jane, $domains), $name);
    }
    matches('~no drift\.$~', cron());
    same(['none', 'active'], [server($jane, '127.203.113.99'), server($jane, '127.203.113.55')]);
    $told = array_column(customer($jane)['services'], 'mrr', 'service_id');
    $plans = array_column(customer($jane)['subscriptions'], 'mrr', 'service_id');
    same([30.0, 20.0], [(float) $told[$server], (float) $plans[$plan]]);
});

rule('the daily sync of one server that fails keeps none of the others from its turn', static function () use ($url) {
    $broken = Whmcs::addServer($url, 'bwk_wrong');
    $before = count(Whmcs::$activity);
    Whmcs::fire('DailyCronJob');
    $said = implode("\n", array_slice(Whmcs::$activity, $before));
    matches('~server #1: \d+ services, no drift~', $said);
    matches("~server #$broken failed: The API key is not valid~", $said);
    unset(WHMCS\Database\Capsule::$tables['tblservers'][$broken]);
});

rule('what a customer changes is told, once it is changed', static function () use ($jane) {
    $old = ['firstname' => 'Jane', 'lastname' => 'Roe', 'companyname' => '', 'email' => 'jane@example.org'];
    $old['language'] = 'english';
    $new = ['firstname' => 'Jané', 'email' => 'new@example.org', 'language' => 'german'] + $old;
    $calls = count(Whmcs::$moduleLog);
    Whmcs::fire('ClientEdit', ['userid' => $jane, 'olddata' => $old] + $old);
    same($calls, count(Whmcs::$moduleLog), 'nothing has changed');
    Whmcs::fire('ClientEdit', ['userid' => $jane, 'olddata' => $old] + $new);
    $customer = customer($jane);
    same(['Jané Roe', 'new@example.org', 'de'], [$customer['name'], $customer['email'], $customer['language']]);
    Whmcs::fire('ClientEdit', ['userid' => 4711, 'olddata' => $old] + $new);
});

rule('prices of products are told where their settings say so', static function () use ($starter, $slots) {
    $euro = Whmcs::insert('tblcurrencies', ['code' => 'EUR']);
    foreach ([$starter, $slots] as $product) {
        $row = ['type' => 'product', 'relid' => $product, 'currency' => $euro];
        $row += ['monthly' => '9.90', 'annually' => '99.00'];
        foreach (['quarterly', 'semiannually', 'biennially', 'triennially'] as $cycle) {
            $row[$cycle] = '-1.00';
        }
        foreach (['m', 'q', 's', 'a', 'b', 't'] as $cycle) {
            $row[$cycle . 'setupfee'] = '1.00';
        }
        Whmcs::insert('tblpricing', $row);
    }
    Whmcs::fire('ProductEdit', ['pid' => $starter, 'servertype' => 'breakwater']);
    $prices = array_map(static function (array $price): string {
        return implode(' ', [$price['product_slug'], $price['plan_slug'], $price['billing_cycle'], $price['amount']]);
    }, breakwater()->get('/prices')['data']['prices']);
    sort($prices);
    same(['port_monitoring starter annually 99', 'port_monitoring starter monthly 9.9'], $prices);
});

rule('prices are not told to a sandbox, which has those of its account', static function () use ($serverId, $starter) {
    $before = count(Whmcs::$activity);
    Whmcs::update('tblservers', $serverId, ['username' => 'sandbox']);
    Whmcs::fire('ProductEdit', ['pid' => $starter, 'servertype' => 'breakwater']);
    Whmcs::update('tblservers', $serverId, ['username' => '']);
    same([], array_slice(Whmcs::$activity, $before));
});

rule('all of a client who is merged is the other’s, what was added in the portal included', static function () use (
    $jane,
    $server,
    $plan,
    $address
) {
    $john = Whmcs::addClient(['id' => $jane + 1, 'firstname' => 'John']);
    foreach (WHMCS\Database\Capsule::$tables['tblhosting'] as $id => $row) {
        Whmcs::update('tblhosting', $id, ['userid' => $row['userid'] === $jane ? $john : $row['userid']]);
    }
    $id = breakwater()->get('/endpoints', ['billing_customer_id' => $jane, 'search' => $address])['data'][0]['id'];
    Whmcs::fire('AfterClientMerge', ['toUserID' => $john, 'fromUserID' => $jane]);
    same(['none', 'active'], [server($jane, $address), server($john, $address)]);
    same(['none', 'active'], [server($jane, '198.51.100.6'), server($john, '198.51.100.6')]);
    same($id, breakwater()->get('/endpoints', ['billing_customer_id' => $john, 'search' => $address])['data'][0]['id']);
    same('active business', subscription($john, $plan));
    Whmcs::fire('AfterClientMerge', ['toUserID' => $john, 'fromUserID' => 4712]);
    cron();
    matches('~no drift\.$~', cron());
});

rule('a service that staff move to another client moves with its history, whatever is next', static function () use (
    $single,
    $serverId,
    $jane
) {
    [$old, $new] = [Whmcs::addClient(['id' => $jane + 3]), Whmcs::addClient(['id' => $jane + 4])];
    $next = [
        'suspended' => ['SuspendAccount', 'none', 'paused'],
        'ended' => ['TerminateAccount', 'none', 'none'],
        'made again' => ['CreateAccount', 'none', 'active'],
        'signed in' => [null, 'none', 'active'],
    ];
    foreach (array_keys($next) as $place => $name) {
        $address = "127.203.113.12$place";
        $service = Whmcs::order($old, $single, $serverId, ['IP address' => $address]);
        same('success', Whmcs::run('CreateAccount', $service));
        $id = Whmcs::fields($service)['breakwater_server'];
        Whmcs::update('tblhosting', $service, ['userid' => $new]);
        [$action, $there, $here] = $next[$name];
        $done = $action === null
            ? breakwater_ServiceSingleSignOn(Whmcs::params($service))['success']
            : Whmcs::run($action, $service) === 'success';
        same(true, $done, $name);
        same([$there, $here], [server($old, $address), server($new, $address)], $name);
        same($id, Whmcs::fields($service)['breakwater_server'], $name);
    }
    // Nothing was done with it, and then only the daily job.
    $service = Whmcs::order($old, $single, $serverId, ['IP address' => '127.203.113.130']);
    same('success', Whmcs::run('CreateAccount', $service));
    Whmcs::update('tblhosting', $service, ['userid' => $new]);
    matches("~Service #$service belongs to client #$new here, and to client #$old .* Repaired\.~", cron());
    same(['none', 'active'], [server($old, '127.203.113.130'), server($new, '127.203.113.130')]);
    matches('~no drift\.$~', cron());
});

rule('what another module or server got, or was deleted meanwhile, is named and ended', static function () use (
    $starter,
    $single,
    $serverId,
    $jane,
    $url
) {
    $client = Whmcs::addClient(['id' => $jane + 5]);
    $switched = Whmcs::order($client, $starter, $serverId);
    $deleted = Whmcs::order($client, $single, $serverId, ['IP address' => '127.203.113.140']);
    $elsewhere = Whmcs::order($client, $single, $serverId, ['IP address' => '127.203.113.141']);
    foreach ([$switched, $deleted, $elsewhere] as $service) {
        same('success', Whmcs::run('CreateAccount', $service));
    }
    $foreign = Whmcs::insert('tblproducts', ['servertype' => 'another']);
    Whmcs::update('tblhosting', $switched, ['packageid' => $foreign]);
    $port = Whmcs::row('tblservers', $serverId)['port'];
    Whmcs::update('tblservers', $serverId, ['port' => '9']);
    Whmcs::deleteService($deleted);
    Whmcs::update('tblservers', $serverId, ['port' => $port]);
    $other = Whmcs::addServer(setting('SECOND_URL'), setting('SECOND_API_KEY'));
    Whmcs::update('tblhosting', $elsewhere, ['server' => $other]);
    $before = count(Whmcs::$activity);
    Whmcs::fire('DailyCronJob');
    $said = implode("\n", array_slice(Whmcs::$activity, $before));
    $sold = [$switched => 'port_monitoring', $deleted => 'endpoint', $elsewhere => 'endpoint'];
    foreach ($sold as $service => $product) {
        $there = "of client #$client \\($product\\) is active at the .*not sold here";
        matches("~Service #$service $there\\. Repaired~", $said);
    }
    matches("~Service #$elsewhere is active here, and not monitored\. Repaired~", $said);
    same(['cancelled starter', 'none', 'none'], [
        subscription($client, $switched),
        server($client, '127.203.113.140'),
        server($client, '127.203.113.141'),
    ]);
    $there = new Breakwater\Client(setting('SECOND_URL'), setting('SECOND_API_KEY'));
    same(1, $there->get('/endpoints', ['billing_customer_id' => $client])['meta']['total']);
    Whmcs::deleteService($elsewhere);
    same(0, $there->get('/endpoints', ['billing_customer_id' => $client])['meta']['total']);
    unset(WHMCS\Database\Capsule::$tables['tblservers'][$other]);
    matches('~no drift\.$~', cron());
});

rule('Terminate does not say that a service is ended which goes on for somebody else', static function () use (
    $single,
    $serverId,
    $jane
) {
    $stranger = $jane + 6;
    $client = Whmcs::addClient(['id' => $jane + 7]);
    $service = Whmcs::order($client, $single, $serverId, ['IP address' => '127.203.113.150']);
    breakwater()->post('/billing/provision', ['client_id' => $stranger, 'service_id' => $service,
        'product_slug' => 'endpoint', 'ip_address' => '127.203.113.151']);
    $said = Whmcs::run('TerminateAccount', $service);
    matches("~^The monitoring service has this service for client #$stranger, where it goes on: ~", $said);
    same('active', server($stranger, '127.203.113.151'));
    byHand($stranger, $service, 'endpoint', 'cancelled');
    same('success', Whmcs::run('TerminateAccount', $service));
});

rule('staff see line by line what differs, with a button for each that does what it says', static function () use (
    $single,
    $serverId,
    $jane,
    $hostile
) {
    $page = static function (array $sent = []): string {
        ob_start();
        $_POST = $sent;
        breakwater_output(['modulelink' => 'addonmodules.php?module=breakwater']);
        return (string) ob_get_clean();
    };
    matches('~Both sides agree\.~', $page());
    $client = Whmcs::addClient(['id' => $jane + 8, 'firstname' => $hostile]);
    $service = Whmcs::order($client, $single, $serverId, ['IP address' => '127.203.113.160']);
    same('success', Whmcs::run('CreateAccount', $service));
    byHand($client, $service, 'endpoint', 'suspended');
    breakwater()->post('/billing/provision', ['client_id' => $jane + 9, 'service_id' => 700000,
        'product_slug' => 'endpoint', 'ip_address' => '127.203.113.161']);
    Whmcs::update('tblclients', $client, ['lastname' => '<b>Other</b>']);
    $shown = $page();
    matches('~3 differences\.~', $shown);
    same(0, preg_match('~<script|<b>Other~', $shown));
    preg_match_all('~name="line" value="([^"]+)"><input type="hidden" name="proof" value="(\w+)"~', $shown, $buttons);
    same(["state/$service/$client/endpoint", "name/$service/$client/endpoint", 'left_over/700000/' . ($jane + 9)
        . '/endpoint'], $buttons[1]);
    $press = static function (string $line, string $proof) use ($page): string {
        return $page(['account' => '0', 'line' => $line, 'proof' => $proof]);
    };
    matches('~The page was too old~', $press($buttons[1][0], 'guessed'));
    same('paused', server($client, '127.203.113.160'));
    foreach ($buttons[1] as $line) {
        matches('~alert-success.* Repaired\.~', $press($line, $buttons[2][0]));
        matches('~Both sides agree about this meanwhile~', $press($line, $buttons[2][0]));
    }
    same(['active', 'none'], [server($client, '127.203.113.160'), server($jane + 9, '127.203.113.161')]);
    matches('~Both sides agree\.<~', $page());
    nothingSecret($shown);
});

rule('a service that is deleted is ended', static function () use ($jane, $plan, $server, $address) {
    $john = $jane + 1;
    foreach ([$plan, $server] as $service) {
        Whmcs::deleteService($service);
    }
    same('cancelled business', subscription($john, $plan));
    same('none', server($john, $address));
});

rule('a service that becomes another product is what it is now, and no more what it was', static function () use (
    $jane,
    $single,
    $starter,
    $serverId
) {
    $client = Whmcs::addClient(['id' => $jane + 2]);
    $service = Whmcs::order($client, $starter, $serverId, ['IP address' => '127.203.113.44']);
    same('success', Whmcs::run('CreateAccount', $service));
    Whmcs::changeProduct($service, $single);
    same('success', Whmcs::run('ChangePackage', $service));
    same('cancelled starter', subscription($client, $service));
    same('active', server($client, '127.203.113.44'));
    Whmcs::changeProduct($service, $starter);
    same('success', Whmcs::run('ChangePackage', $service));
    same('active starter', subscription($client, $service));
});

rule('the key stands in no log, table or text', static function () {
    same(true, count(Whmcs::$moduleLog) > 100);
    nothingSecret();
});
