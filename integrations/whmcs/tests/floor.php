<?php

/**
 * What needs no server: every function with nothing at all, as the published test of a sample module calls them, and
 * with a server that does not answer.
 */

declare(strict_types=1);

putenv('BREAKWATER_URL=http://localhost:9');
putenv('BREAKWATER_API_KEY=bwk_1234567890abcdefghijklmnopqrstuvwxyz');
require __DIR__ . '/start.php';

const TEXTS = ['CreateAccount', 'SuspendAccount', 'UnsuspendAccount', 'TerminateAccount', 'ChangePackage', 'Renew',
    'scan', 'resync', 'recreate'];
const ARRAYS = ['MetaData', 'ConfigOptions', 'TestConnection', 'AdminCustomButtonArray', 'ServiceSingleSignOn',
    'AdminSingleSignOn', 'ClientArea', 'AdminServicesTabFields'];

/**
 * @param array<string, mixed> $params
 *
 * @return array<string, mixed> what each function answered
 */
function answers(array $params): array
{
    $answers = [];
    foreach (array_merge(TEXTS, ARRAYS) as $function) {
        $answers[$function] = ('breakwater_' . $function)($params);
        same(in_array($function, TEXTS, true) ? 'string' : 'array', gettype($answers[$function]), $function);
    }
    return $answers;
}

function isSentence(string $text): void
{
    matches('~^[A-Z“].*[.)]$~u', $text);
}

rule('every function answers what WHMCS expects of it, whatever is missing', static function () {
    $hostile = ['serviceid' => 'x', 'userid' => [], 'clientsdetails' => 'x', 'customfields' => null, 'domain' => []];
    foreach ([[], ['serviceid' => 1], $hostile] as $params) {
        foreach (answers($params) as $function => $answer) {
            if (in_array($function, TEXTS, true)) {
                isSentence($answer);
            }
        }
    }
});

rule('what is not supported has no function, so that WHMCS shows no button for it', static function () {
    foreach (['ChangePassword', 'UsageUpdate', 'LoginLink', 'AdminLink', 'AdminServicesTabFieldsSave'] as $function) {
        same(false, function_exists('breakwater_' . $function), $function);
    }
});

rule('settings keep their places', static function () {
    $options = breakwater_ConfigOptions();
    $names = ['product', 'plan', 'domains', 'address_field', 'hostname_field', 'publish_prices'];
    same($names, array_slice(array_keys($options), 0, 6));
    same(true, count($options) <= 24);
    same('breakwater_PlanLoader', $options['plan']['Loader']);
    same(['1.1', true], [breakwater_MetaData()['APIVersion'], breakwater_MetaData()['RequiresServer']]);
});

rule('a server that does not answer is said in a sentence, at once, and the key in none of them', static function () {
    $serverId = Whmcs::addServer(setting('BREAKWATER_URL'), setting('BREAKWATER_API_KEY'));
    $product = Whmcs::addProduct('endpoint', 'starter');
    $service = Whmcs::order(Whmcs::addClient(), $product, $serverId, ['IP address' => '203.0.113.10']);
    Whmcs::update('tblhosting', $service, ['domainstatus' => 'Active']);
    Whmcs::setField($service, 'breakwater_server', '01990b6e-7a10-7c3e-9f55-2f6b8f0c1a2d');
    $answers = answers(Whmcs::params($service));
    foreach (['CreateAccount', 'SuspendAccount', 'TerminateAccount', 'ChangePackage', 'Renew', 'scan'] as $function) {
        matches('~^Breakwater could not be reached: .* It is safe to try again\.$~', $answers[$function]);
    }
    matches('~could not be reached~', $answers['AdminServicesTabFields']['Monitoring']);
    same(false, $answers['ServiceSingleSignOn']['success']);
    same([], breakwater_MetricProvider(Whmcs::serverParams($serverId))->usage());
    nothingSecret(json_encode($answers));
});

rule('what the module did not expect is told without its words, and never thrown at WHMCS', static function () {
    $params = ['serviceid' => 1, 'model' => (object) ['serviceProperties' => new class {
        public function get(): string
        {
            throw new LogicException('secret words');
        }
    }]];
    $result = breakwater_SuspendAccount($params + Whmcs::params(1));
    matches('~^The module failed unexpectedly \(LogicException at floor\.php:\d+\)\. It is safe~', $result);
    nothingSecret($result);
    same(false, strpos(Whmcs::everythingWritten() . $result, 'secret words'));
});

rule('a key that a log would be given is masked, and so are the customer and the link', static function () {
    $key = setting('BREAKWATER_API_KEY');
    $answer = '{"data":{"token":"abc","redirect_url":"https:\/\/x\/sso?token=a\"bc"},"key":"' . $key . '"}';
    $transport = new class ($answer) implements Breakwater\Transport {
        private string $text;

        public function __construct(string $text)
        {
            $this->text = $text;
        }

        public function send(string $method, string $url, array $headers, ?string $body): Breakwater\Answer
        {
            return new Breakwater\Answer(201, ['x-request-id' => 'r-1'], $this->text);
        }
    };
    $logged = new Breakwater\Whmcs\LoggedTransport($transport, 'Test', [$key]);
    $logged->send('POST', "https://x/?k=$key", ['Authorization' => $key], '{"client_email":"jane@example.org"}');
    $entry = end(Whmcs::$moduleLog);
    same("POST https://x/?k=********\n{\"client_email\":\"********\"}", $entry[2]);
    same(
        "201 request ID r-1\n" . '{"data":{"token":"********","redirect_url":"********"},"key":"********"}',
        $entry[3]
    );
    nothingSecret();
});

rule('every language has the same texts with the same places, and no other is left in English', static function () {
    $folder = setting('MODULE_ROOT') . '/modules/servers/breakwater/lib/client/lang';
    $english = require "$folder/en.php";
    $files = array_diff(scandir($folder), ['.', '..', 'en.php']);
    foreach ($files as $file) {
        $texts = require "$folder/$file";
        same(array_keys($english), array_keys($texts), $file);
        foreach ($texts as $key => $text) {
            preg_match_all('~%(?:\d\$)?[sd]~', $text, $places);
            preg_match_all('~%(?:\d\$)?[sd]~', $english[$key], $expected);
            same($expected, $places, "$file $key");
            // Words that are the same in two languages.
            $isShared = in_array($text, ['Alerta', 'Port %s', 'Alerte'], true);
            same(false, $text === $english[$key] && !$isShared, "$file $key");
        }
    }
});

rule('amounts become monthly ones, and a company goes before a person', static function () {
    $monthly = static function (string $cycle, string $amount): ?float {
        $row = (object) ['billingcycle' => $cycle, 'amount' => $amount];
        $params = ['serviceid' => 1, 'userid' => 1, 'configoption1' => 'endpoint'];
        $service = new Breakwater\Whmcs\Service($params, $row);
        return $service->order()->only('mrr')['mrr'] ?? null;
    };
    same(9.99, $monthly('Monthly', '9.99'));
    same(8.33, $monthly('Annually', '99.99'));
    same(1.67, $monthly('Semi-Annually', '10'));
    same([null, null, null], [$monthly('Free Account', '0'), $monthly('One Time', '5'), $monthly('Monthly', '20000')]);
    $client = ['firstname' => "A\r\nB", 'lastname' => '&lt;b&gt;', 'email' => 'x'];
    same(['client_name' => 'A B <b>'], Breakwater\Whmcs\Records::nameAndEmail($client));
    same(['client_name' => 'C'], Breakwater\Whmcs\Records::nameAndEmail(['companyname' => 'C'] + $client));
});
