<?php

/**
 * The life of services, as Paymenter leads it: php life.php EXTENSION-DIRECTORY, with BREAKWATER_URL and
 * BREAKWATER_API_KEY of a real service. Prints a line for each rule; ends with 1 at the first that is broken.
 */

declare(strict_types=1);

require __DIR__ . '/harness.php';

use App\Helpers\ExtensionHelper;
use App\Models\Plan;
use App\Models\Product;
use App\Models\Property;
use App\Models\Server;
use App\Models\Service;
use App\Models\Setting;
use App\Models\User;
use Breakwater\Client;
use Illuminate\Support\Facades\Auth;
use Illuminate\Support\Facades\Log;
use Illuminate\Support\Facades\Schedule;
use Symfony\Component\HttpKernel\Exception\HttpException;

find_extension($argv[1]);

$server = Server::create(['type' => 'server', 'extension' => 'Breakwater', 'name' => 'Security']);
settle($server, ['url' => getenv('BREAKWATER_URL'), 'api_key' => getenv('BREAKWATER_API_KEY'), 'sandbox' => '0']);
$away = Server::create(['type' => 'server', 'extension' => 'Breakwater', 'name' => 'Away']);
settle($away, ['url' => 'http://127.0.0.1:9', 'api_key' => 'nobody', 'sandbox' => '0']);
$monthly = Plan::create(['type' => 'recurring', 'billing_period' => 1, 'billing_unit' => 'month']);
$yearly = Plan::create(['type' => 'recurring', 'billing_period' => 1, 'billing_unit' => 'year']);
$jane = User::create(['first_name' => 'Jane', 'last_name' => 'Roe', 'email' => 'jane@example.org']);
$firm = User::create(['first_name' => 'Max', 'last_name' => 'Mustermann', 'email' => 'max@example.org']);
$firm->properties()->updateOrCreate(['key' => 'company_name'], ['value' => 'Mustermann GmbH']);

/** Settings of a server or product. */
function settle(object $record, array $settings): void
{
    foreach ($settings as $key => $value) {
        $record->settings()->updateOrCreate(['key' => $key], ['value' => $value]);
    }
}

function product(Server $server, array $settings): Product
{
    $product = Product::create(['server_id' => $server->id]);
    settle($product, $settings);
    return $product;
}

/** A paid order: what was said at the checkout becomes properties, and the job creates it. */
function bought(User $user, Product $product, Plan $plan, array $said = [], array $fields = []): Service
{
    $service = Service::create($fields + [
        'user_id' => $user->id, 'product_id' => $product->id, 'plan_id' => $plan->id, 'status' => 'active',
        'quantity' => 1, 'price' => '12.00', 'currency_code' => 'EUR', 'configs' => [],
    ]);
    foreach ($said as $key => $value) {
        $service->properties()->updateOrCreate(['key' => $key], ['name' => $key, 'value' => $value]);
    }
    return $service;
}

function api(): Client
{
    return new Client(getenv('BREAKWATER_URL'), getenv('BREAKWATER_API_KEY'), ['attempts' => 5]);
}

/** What the monitoring service has of a service: the service, with the state of its server or subscription. */
function there(Service $service): array
{
    $query = ['service_id' => $service->id, 'billing_customer_id' => $service->user_id];
    $known = api()->get('/services', $query)['data']['services'][0] ?? [];
    return ($known['servers'][0] ?? $known['subscriptions'][0] ?? []) + $known;
}

/** The sentence that a job fails with; null: it does not. */
function failure(callable $work): ?string
{
    try {
        $work();
        return null;
    } catch (\RuntimeException $failed) {
        return $failed->getMessage();
    }
}

/** What validation says of an address in the checkout; null: nothing. */
function complaint(Product $product, $address): ?string
{
    $said = null;
    $validate = ExtensionHelper::getCheckoutConfig($product)[0]['validation'][0];
    $validate('ip_address', $address, static function (string $text) use (&$said): void {
        $said = $text;
    });
    return $said;
}

$one = product($server, ['product' => 'endpoint']);
$several = product($server, ['product' => 'port_monitoring', 'plan' => 'starter']);
$domains = product($server, ['product' => 'domain_monitoring', 'domains' => '2']);

rule('Test Connection says true, or in a sentence what is wrong, and never the key', static function () use ($server) {
    $settings = ExtensionHelper::settingsToArray($server->settings);
    $wrong = ['api_key' => 'bwk_wrong'] + $settings;
    $refused = ExtensionHelper::testConfig($server, $wrong);
    return ExtensionHelper::testConfig($server, $settings) === true
        && strpos($refused, 'The API key is not valid') === 0 && strpos($refused, 'bwk_wrong') === false ?: $refused;
});
rule('a product offers the plans that there are', static function () use ($server) {
    $fields = array_column(ExtensionHelper::getProductConfig($server, []), null, 'name');
    return isset($fields['plan']['options']['starter'], $fields['product']['options']['endpoint']) ?: $fields;
});
rule('only a server asks for an address, checked before it is paid for', static function () use ($one, $several) {
    // Paymenter cannot keep null of what is left empty.
    $isKept = (ExtensionHelper::getCheckoutConfig($one)[1]['default'] ?? null) === '';
    return $isKept && ExtensionHelper::getCheckoutConfig($several) === []
        && strpos((string) complaint($one, '10.0.0.300'), 'Please enter the IP address') === 0
        && strpos((string) complaint($one, '10.0.0.1'), 'The address 10.0.0.1 cannot be monitored') === 0
        && complaint($one, '127.1.1.1') === null ?: [complaint($one, '10.0.0.1'), complaint($one, '127.1.1.1')];
});

$web = bought($jane, $one, $monthly, ['ip_address' => '127.1.1.1', 'hostname' => 'web1']);
rule('a server is monitored once it is created, with its price', static function () use ($web) {
    ExtensionHelper::createServer($web);
    $known = there($web);
    $kept = ExtensionHelper::getServiceProperties($web)['monitored_server'] ?? null;
    return $known['status'] === 'active' && $known['id'] === $kept && $known['mrr'] == 12 ?: $known;
});
rule('an address is sold once to a customer', static function () use ($jane, $one, $monthly, $web) {
    Auth::$id = $jane->id;
    $again = bought($jane, $one, $monthly, ['ip_address' => '::ffff:127.1.1.1']);
    $refused = failure(static fn () => ExtensionHelper::createServer($again));
    $again->delete();
    $told = complaint($one, '127.1.1.1');
    return strpos((string) $refused, "Service #$web->id of the same customer monitors") === 0
        && strpos((string) $told, 'is monitored for you already') !== false ?: [$refused, $told];
});
rule('of two that are paid for together the first is monitored', static function () use ($jane, $one, $monthly) {
    $first = bought($jane, $one, $monthly, ['ip_address' => '127.1.1.9']);
    $second = bought($jane, $one, $monthly, ['ip_address' => '127.1.1.9']);
    ExtensionHelper::createServer($first);
    $refused = failure(static fn () => ExtensionHelper::createServer($second));
    $isMonitored = there($first)['status'] === 'active';
    ExtensionHelper::terminateServer($first);
    $first->delete();
    $second->delete();
    return $isMonitored && strpos((string) $refused, "Service #$first->id of the same customer") === 0 ?: $refused;
});
rule('it is suspended, comes back, and is monitored at another address', static function () use ($web) {
    ExtensionHelper::suspendServer($web);
    $suspended = there($web)['status'];
    ExtensionHelper::unsuspendServer($web);
    $web->properties()->updateOrCreate(['key' => 'ip_address'], ['value' => '127.1.1.2']);
    ExtensionHelper::upgradeServer($web);
    $known = there($web);
    return $suspended === 'paused' && $known['status'] === 'active' && $known['ip_address'] === '127.1.1.2'
        ?: [$suspended, $known];
});

$plan = bought($firm, $several, $yearly, [], ['price' => '120.00']);
rule('a plan is sold by the year, to a company', static function () use ($plan, $firm) {
    ExtensionHelper::createServer($plan);
    $known = there($plan);
    $name = api()->get("/customers/$firm->id")['data']['name'];
    return $known['plan_slug'] === 'starter' && $known['mrr'] == 10 && $name === 'Mustermann GmbH'
        ?: [$known, $name];
});
rule('it is upgraded by a config option, and never below what is in use', static function () use ($plan, $firm) {
    $chosen = (object) ['configOption' => (object) ['env_variable' => 'plan'],
        'configValue' => (object) ['env_variable' => 'business', 'name' => 'Business']];
    $plan->configs = [$chosen];
    ExtensionHelper::upgradeServer($plan);
    $known = there($plan)['plan_slug'];
    api()->put('/plans/port_monitoring/single', ['capacity' => 1]);
    foreach (['127.1.2.1', '127.1.2.2'] as $address) {
        api()->post('/endpoints', ['billing_customer_id' => $firm->id, 'ip_address' => $address]);
    }
    $chosen->configValue->env_variable = 'single';
    $refused = failure(static fn () => ExtensionHelper::upgradeServer($plan));
    $chosen->configValue->env_variable = 'business';
    return $known === 'business' && strpos((string) $refused, 'DOWNGRADE_USAGE_EXCEEDED') !== false
        ?: [$known, $refused];
});
rule('a price in another currency is not told', static function () use ($plan) {
    $plan->currency_code = 'USD';
    $plan->price = '999.00';
    ExtensionHelper::upgradeServer($plan);
    return there($plan)['mrr'] == 10 ?: there($plan);
});

$slots = bought($jane, $domains, $monthly, [], ['quantity' => 3]);
rule('domains are sold by the unit', static function () use ($slots) {
    ExtensionHelper::createServer($slots);
    return there($slots)['quantity'] === 6 ?: there($slots);
});
rule('a service shows one line, and a button that signs its customer in', static function () use ($web) {
    [$line, $button] = ExtensionHelper::getActions($web);
    $url = ExtensionHelper::callService($web, $button['function']);
    return $line['type'] === 'text' && $line['text'] !== '' && $button['type'] === 'button'
        && preg_match('~/sso\?token=\w+~', $url) === 1 ?: [$line, $button, $url];
});
rule('a service of domains says what everybody can see of its domain', static function () use ($slots, $jane) {
    $domain = ['client_id' => $jane->id, 'service_id' => $slots->id, 'domain' => 'shop.example.com'];
    api()->post('/billing/provision-domain', $domain);
    $line = ExtensionHelper::getActions($slots)[0]['text'];
    $expected = 'Mail, DNS and registration of shop.example.com: the first look is still to come.';
    return strpos($line, $expected) !== false ?: $line;
});
$lost = static function () use ($away, $jane, $monthly) {
    $service = bought($jane, product($away, ['product' => 'domain_monitoring']), $monthly);
    $line = ExtensionHelper::getActions($service)[0]['text'];
    try {
        ExtensionHelper::callService($service, 'signInUrl');
    } catch (HttpException $shown) {
        $isTold = strpos($line, 'cannot be shown') !== false && strpos($shown->getMessage(), 'try again') !== false;
        $service->delete();
        return $isTold && strpos(end(Reports::$all), 'could not be reached') !== false ?: [$line, Reports::$all];
    }
    return 'it led somewhere';
};
rule('while it is away customers are told one sentence, and staff the reason', $lost);

$job = null;
rule('the comparison is planned daily, once at a time', static function () use ($server, &$job) {
    ExtensionHelper::getExtension('server', 'Breakwater', $server->settings)->boot();
    $job = Schedule::$jobs[0];
    return $job['dailyAt'] === '03:30' && $job['withoutOverlapping'] && $job['onOneServer']
        && count(Schedule::$jobs) === 1;
});
rule('it repairs what was missed, and says so', static function () use (&$job, $web, $plan, $slots, $away) {
    $away->delete();
    $web->status = 'suspended';
    $slots->quantity = 4;
    api()->post('/billing/terminate-subscription', [
        'client_id' => $plan->user_id, 'service_id' => $plan->id, 'product_slug' => 'port_monitoring',
    ]);
    Log::$lines = [];
    $job['work']();
    return there($web)['status'] === 'paused' && there($plan)['status'] === 'active'
        && there($slots)['quantity'] === 8 && Log::$lines !== []
        ?: [Log::$lines, there($web), there($plan), there($slots)];
});
rule('what was sold here and deleted is ended', static function () use (&$job, $slots) {
    $slots->delete();
    Log::$lines = [];
    $job['work']();
    $isNamed = preg_match('~not sold here. Repaired.$~', (string) end(Log::$lines)) === 1;
    return there($slots)['status'] === 'cancelled' && $isNamed ?: [Log::$lines, there($slots)];
});
rule('it ends, and both sides agree', static function () use (&$job, $web, $plan) {
    ExtensionHelper::terminateServer($web);
    $web->status = 'cancelled';
    ExtensionHelper::terminateServer($plan);
    $plan->status = 'cancelled';
    Log::$lines = [];
    $job['work']();
    return Log::$lines === [] && (there($web)['status'] ?? 'none') !== 'active' ?: [Log::$lines, there($web)];
});
