<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

use Breakwater\AddressCheck;
use Breakwater\Customer;
use Breakwater\ServiceSync;
use WHMCS\Database\Capsule;

/**
 * What the module reads of the tables of WHMCS. Without them, as in a test of its functions, there is nothing to read.
 */
final class Records
{
    private const STATUSES = [
        'Active' => ServiceSync::ACTIVE,
        'Completed' => ServiceSync::ACTIVE,
        'Suspended' => ServiceSync::SUSPENDED,
        'Terminated' => ServiceSync::CANCELLED,
        'Cancelled' => ServiceSync::CANCELLED,
        'Fraud' => ServiceSync::CANCELLED,
    ];

    /** The type of a configurable option that is a number. */
    private const QUANTITY_OPTION = 4;

    /** How many rows are read at once. */
    public const PAGE = 500;

    /** What sync-services calls a status of WHMCS; null: nothing to be told, as of what is only ordered. */
    public static function status(string $status): ?string
    {
        return self::STATUSES[$status] ?? null;
    }

    /** The code of a language of WHMCS; null: none that the portal speaks. */
    public static function language(string $language): ?string
    {
        return Texts::codes()[strtolower($language)] ?? null;
    }

    /**
     * @return object|null of tblhosting
     */
    public static function service(int $id): ?object
    {
        return self::exist() && $id > 0 ? Capsule::table('tblhosting')->where('id', $id)->first() : null;
    }

    /**
     * The servers of this module, with its products.
     *
     * @return list<object> of tblservers
     */
    public static function servers(): array
    {
        return self::exist() ? self::all(Capsule::table('tblservers')->where('type', Module::NAME)->get()) : [];
    }

    /**
     * @return array<int, object> of tblproducts, by id
     */
    public static function products(): array
    {
        $products = [];
        if (self::exist()) {
            foreach (Capsule::table('tblproducts')->where('servertype', Module::NAME)->get() as $product) {
                $products[(int) $product->id] = $product;
            }
        }
        return $products;
    }

    /**
     * The services of the module on servers, in the order of their ids, a page in memory at a time.
     *
     * @param list<int>          $serverIds
     * @param array<int, object> $products
     * @param int|null           $id        one of them; null: all
     *
     * @return \Generator<int, object> of tblhosting
     */
    public static function services(array $serverIds, array $products, ?int $id = null): \Generator
    {
        $last = 0;
        do {
            $page = Capsule::table('tblhosting')
                ->whereIn('server', $serverIds)
                ->whereIn('packageid', array_keys($products))
                ->where('id', '>', $last);
            $page = $id === null ? $page : $page->where('id', $id);
            $rows = self::all($page->orderBy('id')->limit(self::PAGE)->get());
            foreach ($rows as $row) {
                $last = (int) $row->id;
                yield $row;
            }
        } while (count($rows) === self::PAGE);
    }

    /**
     * A client's services of the module.
     *
     * @return list<object> of tblhosting
     */
    public static function servicesOfClient(int $clientId): array
    {
        $products = array_keys(self::products());
        return $products === [] ? [] : self::all(Capsule::table('tblhosting')
            ->where('userid', $clientId)
            ->whereIn('packageid', $products)
            ->get());
    }

    /**
     * A custom field of services, such as what the module keeps with them, by the service's id.
     *
     * @param list<int> $serviceIds
     *
     * @return array<int, string>
     */
    public static function property(string $name, array $serviceIds): array
    {
        $fields = [];
        foreach (Capsule::table('tblcustomfields')->where('type', 'product')->get() as $field) {
            if (self::beforeBar((string) $field->fieldname) === $name) {
                $fields[] = $field->id;
            }
        }
        $values = [];
        if ($fields !== [] && $serviceIds !== []) {
            $rows = Capsule::table('tblcustomfieldsvalues')
                ->whereIn('fieldid', $fields)
                ->whereIn('relid', $serviceIds)
                ->get();
            foreach ($rows as $row) {
                $values[(int) $row->relid] = (string) $row->value;
            }
        }
        return $values;
    }

    /** The custom field of a product that has this name; null: it has none. */
    public static function customFieldId(int $productId, string $name): ?int
    {
        $fields = Capsule::table('tblcustomfields')->where('type', 'product')->where('relid', $productId)->get();
        foreach ($fields as $field) {
            if (self::beforeBar((string) $field->fieldname) === $name) {
                return (int) $field->id;
            }
        }
        return null;
    }

    /**
     * The configurable options of services, by service and by name in lower case.
     *
     * @param list<int> $serviceIds
     *
     * @return array<int, array<string, string>>
     */
    public static function configurableOptions(array $serviceIds): array
    {
        $names = [];
        $isQuantity = [];
        foreach (Capsule::table('tblproductconfigoptions')->get() as $option) {
            $names[$option->id] = strtolower(self::beforeBar((string) $option->optionname));
            $isQuantity[$option->id] = (int) $option->optiontype === self::QUANTITY_OPTION;
        }
        $values = [];
        foreach (Capsule::table('tblproductconfigoptionssub')->get() as $value) {
            $values[$value->id] = self::beforeBar((string) $value->optionname);
        }
        $options = [];
        foreach (Capsule::table('tblhostingconfigoptions')->whereIn('relid', $serviceIds)->get() as $row) {
            $value = $isQuantity[$row->configid] ?? false ? (string) $row->qty : $values[$row->optionid] ?? '';
            $options[(int) $row->relid][$names[$row->configid] ?? ''] = $value;
        }
        return $options;
    }

    /** Another service of the customer that is monitored at the same address; null: there is none. */
    public static function otherAt(string $address, int $clientId, int $serviceId): ?int
    {
        if (!self::exist()) {
            return null;
        }
        $others = [];
        foreach (self::servicesOfClient($clientId) as $row) {
            $status = self::status($row->domainstatus);
            if ((int) $row->id !== $serviceId && $status !== null && $status !== ServiceSync::CANCELLED) {
                $others[] = (int) $row->id;
            }
        }
        foreach (self::property(Service::PROPERTY_ADDRESS, $others) as $other => $theirs) {
            if (AddressCheck::packed($theirs) === AddressCheck::packed($address)) {
                return $other;
            }
        }
        return null;
    }

    /**
     * @param array<string, mixed> $client as WHMCS has it in parameters and hooks
     *
     * @return array{client_name?: string, client_email?: string} what can be told of it
     */
    public static function nameAndEmail(array $client): array
    {
        return Customer::fields(
            $client['companyname'] ?? '',
            $client['firstname'] ?? '',
            $client['lastname'] ?? '',
            $client['email'] ?? ''
        );
    }

    /**
     * Clients as functions of the module are given them, with how many units of the currency that they pay in are one
     * of the default currency.
     *
     * @param list<int> $clientIds
     *
     * @return array<int, array<string, mixed>> of tblclients by id, and `rate`: null where it is not known
     */
    public static function clients(array $clientIds): array
    {
        if (!self::exist() || $clientIds === []) {
            return [];
        }
        $rates = [];
        foreach (Capsule::table('tblcurrencies')->get() as $currency) {
            $rates[(int) $currency->id] = (float) ($currency->rate ?? 1.0);
        }
        $clients = [];
        foreach (Capsule::table('tblclients')->whereIn('id', $clientIds)->get() as $client) {
            $rate = $rates[(int) ($client->currency ?? 0)] ?? null;
            $clients[(int) $client->id] = ['rate' => $rate] + (array) $client;
        }
        return $clients;
    }

    /** WHMCS keeps names as `name|what customers see`. */
    private static function beforeBar(string $name): string
    {
        return trim(explode('|', $name, 2)[0]);
    }

    private static function exist(): bool
    {
        return class_exists(Capsule::class);
    }

    /**
     * @param iterable<object> $rows a collection, or an array in old versions
     *
     * @return list<object>
     */
    private static function all(iterable $rows): array
    {
        $list = [];
        foreach ($rows as $row) {
            $list[] = $row;
        }
        return $list;
    }
}
