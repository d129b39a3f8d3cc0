<?php

/**
 * Stands for WHMCS: its functions, tables, module calls and cron, as far as a provisioning module meets them. Written
 * from the public documentation.
 */

declare(strict_types=1);

use WHMCS\Database\Capsule;

define('WHMCS', true);
// Whatever PHP has to say about the module fails the test.
error_reporting(E_ALL);
set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    throw new ErrorException($message, 0, $level, $file, $line);
});

require __DIR__ . '/capsule.php';
require __DIR__ . '/usage-billing.php';

final class Whmcs
{
    /** @var list<array<mixed>> what logModuleCall was given */
    public static array $moduleLog = [];

    /** @var list<string> */
    public static array $activity = [];

    /** @var array<string, list<callable>> */
    public static array $hooks = [];

    public static string $module = 'breakwater';
    private static int $nextService = 1;

    private const STATUS_AFTER = [
        'CreateAccount' => 'Active',
        'SuspendAccount' => 'Suspended',
        'UnsuspendAccount' => 'Active',
        'TerminateAccount' => 'Terminated',
    ];

    public static function start(string $root, string $module = 'breakwater'): void
    {
        self::$module = $module;
        $tables = 'tblservers tblproducts tblclients tblhosting tblcustomfields tblcustomfieldsvalues tblcurrencies '
            . 'tblpricing tblproductconfigoptions tblproductconfigoptionssub tblhostingconfigoptions';
        Capsule::$tables = array_fill_keys(explode(' ', $tables), []);
        require_once "$root/modules/servers/$module/$module.php";
        require_once "$root/modules/servers/$module/hooks.php";
        require_once "$root/modules/addons/$module/$module.php";
    }

    /**
     * @param array<string, mixed> $row
     */
    public static function insert(string $table, array $row): int
    {
        $id = Capsule::$tables[$table] === [] ? 1 : max(array_keys(Capsule::$tables[$table])) + 1;
        $id = $row['id'] ?? $id;
        Capsule::$tables[$table][$id] = ['id' => $id] + $row;
        return $id;
    }

    /**
     * @param array<string, mixed> $changes
     */
    public static function update(string $table, int $id, array $changes): void
    {
        Capsule::$tables[$table][$id] = $changes + Capsule::$tables[$table][$id];
    }

    /**
     * @return array<string, mixed>
     */
    public static function row(string $table, int $id): array
    {
        return Capsule::$tables[$table][$id];
    }

    public static function addServer(string $url, string $key, string $username = ''): int
    {
        return self::insert('tblservers', [
            'type' => self::$module,
            'hostname' => parse_url($url, PHP_URL_HOST),
            'ipaddress' => '',
            'username' => $username,
            'password' => '',
            'accesshash' => $key,
            'secure' => parse_url($url, PHP_URL_SCHEME) === 'https' ? 'on' : '',
            'port' => (string) parse_url($url, PHP_URL_PORT),
        ]);
    }

    public static function addProduct(string $sold, string $plan = '', string $domains = '', string $prices = ''): int
    {
        $id = self::insert('tblproducts', [
            'servertype' => self::$module,
            'configoption1' => $sold,
            'configoption2' => $plan,
            'configoption3' => $domains,
            'configoption4' => 'IP address',
            'configoption5' => 'Hostname',
            'configoption6' => $prices,
        ]);
        foreach (['IP address|Address of the server', 'Hostname'] as $name) {
            self::insert('tblcustomfields', ['type' => 'product', 'relid' => $id, 'fieldname' => $name]);
        }
        return $id;
    }

    /** As staff do it: its fields go with it, and the module's hook is called. */
    public static function deleteService(int $id): void
    {
        $clientId = self::row('tblhosting', $id)['userid'];
        unset(Capsule::$tables['tblhosting'][$id]);
        foreach (['tblcustomfieldsvalues', 'tblhostingconfigoptions'] as $table) {
            foreach (Capsule::$tables[$table] as $key => $row) {
                if ($row['relid'] === $id) {
                    unset(Capsule::$tables[$table][$key]);
                }
            }
        }
        self::fire('ServiceDelete', ['userid' => $clientId, 'serviceid' => $id]);
    }

    /**
     * @param array<string, mixed> $changes
     */
    public static function addClient(array $changes = []): int
    {
        return self::insert('tblclients', $changes + [
            'firstname' => 'Jane',
            'lastname' => 'Roe',
            'companyname' => '',
            'email' => 'jane@example.org',
            'language' => 'english',
        ]);
    }

    /**
     * @param array<string, string> $fields
     */
    public static function order(int $clientId, int $productId, int $serverId, array $fields = []): int
    {
        $id = self::insert('tblhosting', [
            'id' => self::$nextService++,
            'userid' => $clientId,
            'packageid' => $productId,
            'server' => $serverId,
            'domain' => '',
            'domainstatus' => 'Pending',
            'dedicatedip' => '',
            'billingcycle' => 'Annually',
            'amount' => '120.00',
        ]);
        foreach ($fields as $name => $value) {
            self::setField($id, $name, $value);
        }
        return $id;
    }

    /** Of a service: a custom field of its product, which is made where there is none. */
    public static function setField(int $serviceId, string $name, string $value): void
    {
        $productId = self::row('tblhosting', $serviceId)['packageid'];
        $fieldId = null;
        foreach (Capsule::$tables['tblcustomfields'] as $field) {
            if ($field['relid'] === $productId && explode('|', $field['fieldname'])[0] === $name) {
                $fieldId = $field['id'];
            }
        }
        $field = ['type' => 'product', 'relid' => $productId, 'fieldname' => $name];
        $fieldId = $fieldId ?? self::insert('tblcustomfields', $field);
        foreach (Capsule::$tables['tblcustomfieldsvalues'] as $row) {
            if ($row['fieldid'] === $fieldId && $row['relid'] === $serviceId) {
                self::update('tblcustomfieldsvalues', $row['id'], ['value' => $value]);
                return;
            }
        }
        self::insert('tblcustomfieldsvalues', ['fieldid' => $fieldId, 'relid' => $serviceId, 'value' => $value]);
    }

    /**
     * The custom fields of a service, by name.
     *
     * @return array<string, string>
     */
    public static function fields(int $serviceId): array
    {
        $productId = self::row('tblhosting', $serviceId)['packageid'];
        $fields = [];
        foreach (Capsule::$tables['tblcustomfields'] as $field) {
            if ($field['relid'] !== $productId) {
                continue;
            }
            $name = explode('|', $field['fieldname'])[0];
            $fields[$name] = '';
            foreach (Capsule::$tables['tblcustomfieldsvalues'] as $row) {
                if ($row['fieldid'] === $field['id'] && $row['relid'] === $serviceId) {
                    $fields[$name] = $row['value'];
                }
            }
        }
        return $fields;
    }

    /**
     * Another product of a service. Custom fields belong to a product, and WHMCS takes those along that have the same
     * name.
     */
    public static function changeProduct(int $serviceId, int $productId): void
    {
        $fields = self::fields($serviceId);
        self::update('tblhosting', $serviceId, ['packageid' => $productId]);
        foreach ($fields as $name => $value) {
            self::setField($serviceId, $name, $value);
        }
    }

    /** A quantity, as a configurable option of a service. */
    public static function setQuantity(int $serviceId, string $name, int $quantity): void
    {
        $option = null;
        foreach (Capsule::$tables['tblproductconfigoptions'] as $row) {
            $option = $row['optionname'] === $name ? $row['id'] : $option;
        }
        $option = $option ?? self::insert('tblproductconfigoptions', ['optionname' => $name, 'optiontype' => '4']);
        foreach (Capsule::$tables['tblhostingconfigoptions'] as $row) {
            if ($row['relid'] === $serviceId && $row['configid'] === $option) {
                self::update('tblhostingconfigoptions', $row['id'], ['qty' => $quantity]);
                return;
            }
        }
        $values = ['relid' => $serviceId, 'configid' => $option, 'optionid' => 0, 'qty' => $quantity];
        self::insert('tblhostingconfigoptions', $values);
    }

    /**
     * What WHMCS gives to functions about a server.
     *
     * @return array<string, mixed>
     */
    public static function serverParams(int $serverId): array
    {
        $server = self::row('tblservers', $serverId);
        return [
            'serverid' => $serverId,
            'serverhostname' => $server['hostname'],
            'serverip' => $server['ipaddress'],
            'serverusername' => $server['username'],
            'serverpassword' => $server['password'],
            'serveraccesshash' => $server['accesshash'],
            'serversecure' => $server['secure'] === 'on',
            'serverport' => $server['port'],
            'serverhttpprefix' => $server['secure'] === 'on' ? 'https' : 'http',
        ];
    }

    /**
     * What WHMCS gives to functions about a service.
     *
     * @return array<string, mixed>
     */
    public static function params(int $serviceId): array
    {
        $service = self::row('tblhosting', $serviceId);
        $client = self::row('tblclients', $service['userid']);
        $params = [
            'accountid' => $serviceId,
            'serviceid' => $serviceId,
            'userid' => $service['userid'],
            'pid' => $service['packageid'],
            'domain' => $service['domain'],
            'username' => '',
            'password' => '',
            'clientsdetails' => $client + ['userid' => $client['id']],
            'customfields' => self::fields($serviceId),
            'configoptions' => [],
            'model' => self::model($serviceId),
        ];
        foreach (Capsule::$tables['tblhostingconfigoptions'] as $row) {
            if ($row['relid'] === $serviceId) {
                $name = explode('|', self::row('tblproductconfigoptions', $row['configid'])['optionname'])[0];
                $params['configoptions'][$name] = $row['qty'];
            }
        }
        $product = self::row('tblproducts', $service['packageid']);
        for ($place = 1; $place <= 24; $place++) {
            $params["configoption$place"] = $product["configoption$place"] ?? '';
        }
        return $params + self::serverParams($service['server']);
    }

    /** Runs a function of the module on a service, and does with its status what WHMCS does. */
    public static function run(string $action, int $serviceId): string
    {
        $result = (self::$module . '_' . $action)(self::params($serviceId));
        if ($result === 'success' && isset(self::STATUS_AFTER[$action])) {
            self::update('tblhosting', $serviceId, ['domainstatus' => self::STATUS_AFTER[$action]]);
        }
        return $result;
    }

    /**
     * @param array<string, mixed> $vars
     *
     * @return list<mixed> what each hook answered
     */
    public static function fire(string $hook, array $vars = []): array
    {
        return array_map(static function (callable $each) use ($vars) {
            return $each($vars);
        }, self::$hooks[$hook] ?? []);
    }

    /** What stands in the logs and tables, without masks: nothing secret may be in it. */
    public static function everythingWritten(): string
    {
        $log = array_map(static function (array $entry): array {
            return array_slice($entry, 0, 5);
        }, self::$moduleLog);
        $tables = Capsule::$tables;
        unset($tables['tblservers']);
        return json_encode([$log, self::$activity, $tables], JSON_UNESCAPED_SLASHES);
    }

    private static function model(int $serviceId): object
    {
        return (object) ['serviceProperties' => new class ($serviceId) {
            private int $serviceId;

            public function __construct(int $serviceId)
            {
                $this->serviceId = $serviceId;
            }

            public function get(string $name): string
            {
                return Whmcs::fields($this->serviceId)[$name] ?? '';
            }

            /**
             * @param array<string, string> $values
             */
            public function save(array $values): void
            {
                foreach ($values as $name => $value) {
                    Whmcs::setField($this->serviceId, $name, (string) $value);
                }
            }
        }];
    }
}

function logModuleCall($module, $action, $request, $response, $processed = '', $masked = []): void
{
    Whmcs::$moduleLog[] = func_get_args();
}

function logActivity(string $text, int $userId = 0): void
{
    Whmcs::$activity[] = $text;
}

function add_hook(string $name, int $priority, callable $work): void
{
    Whmcs::$hooks[$name][] = $work;
}

function decrypt(string $text): string
{
    return $text;
}

/**
 * @param array<string, mixed> $values
 *
 * @return array<string, mixed>
 */
function localAPI(string $command, array $values): array
{
    if ($command !== 'ModuleCustom') {
        return ['result' => 'error', 'message' => 'Command Not Found'];
    }
    $result = Whmcs::run($values['func_name'], $values['serviceid']);
    return $result === 'success' ? ['result' => 'success'] : ['result' => 'error', 'message' => $result];
}
