<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

use Breakwater\ServiceOrder;

/**
 * The module settings of a product. WHMCS keeps them by their place in this list, so that later versions only append.
 */
final class Options
{
    public const PRODUCT = 1;
    public const PLAN = 2;
    public const DOMAINS = 3;
    public const ADDRESS_FIELD = 4;
    public const HOSTNAME_FIELD = 5;
    public const PUBLISH_PRICES = 6;

    public const DEFAULT_ADDRESS_FIELD = 'IP address';
    public const DEFAULT_HOSTNAME_FIELD = 'Hostname';

    /** Names of configurable options that go before the settings of the product. */
    public const PLAN_OPTION = 'plan';
    public const DOMAINS_OPTION = 'domains';

    /**
     * The custom field that has the address of a server.
     *
     * @param object $product of tblproducts
     */
    public static function addressField(object $product): string
    {
        return (string) ($product->{'configoption' . self::ADDRESS_FIELD} ?? '') ?: self::DEFAULT_ADDRESS_FIELD;
    }

    /**
     * @param string $planLoader the function that gives the plans
     *
     * @return array<string, array<string, mixed>>
     */
    public static function fields(string $planLoader): array
    {
        return [
            'product' => [
                'FriendlyName' => 'Product',
                'Type' => 'dropdown',
                'Options' => [
                    ServiceOrder::SERVER => 'Single server',
                    ServiceOrder::SERVER_PLAN => 'Port monitoring plan',
                    ServiceOrder::DOMAIN_SLOTS => 'Domain slots',
                ],
                'Default' => ServiceOrder::SERVER,
                'Description' => 'What a service of this product is',
                'SimpleMode' => true,
            ],
            'plan' => [
                'FriendlyName' => 'Plan',
                'Type' => 'text',
                'Size' => '25',
                'Loader' => $planLoader,
                'Description' => 'How many servers, and how they are scanned; not for domain slots',
                'SimpleMode' => true,
            ],
            'domains' => [
                'FriendlyName' => 'Domain slots',
                'Type' => 'text',
                'Size' => '5',
                'Default' => '1',
                'Description' => 'For domain slots; a configurable option “domains” goes before it',
                'SimpleMode' => true,
            ],
            'address_field' => [
                'FriendlyName' => 'IP address field',
                'Type' => 'text',
                'Size' => '25',
                'Default' => self::DEFAULT_ADDRESS_FIELD,
                'Description' => 'The custom field with the address of the server; else the dedicated IP',
                'SimpleMode' => true,
            ],
            'hostname_field' => [
                'FriendlyName' => 'Hostname field',
                'Type' => 'text',
                'Size' => '25',
                'Default' => self::DEFAULT_HOSTNAME_FIELD,
                'Description' => 'The custom field with the name of the server; else the domain of the service',
                'SimpleMode' => true,
            ],
            'publish_prices' => [
                'FriendlyName' => 'Prices in the portal',
                'Type' => 'yesno',
                'Description' => 'Tell the portal the prices of this product, daily and whenever it is saved',
                'SimpleMode' => true,
            ],
        ];
    }

    /**
     * @return array<string, string> label by plan
     */
    public static function plans(Server $server): array
    {
        $labels = ['' => 'None'];
        foreach ($server->connection('ConfigOptions')->forStaff()->get('/plans')['data']['plans'] as $plan) {
            $labels[$plan['plan_slug']] = sprintf('%s (%d servers)', $plan['plan_slug'], $plan['capacity']);
        }
        return $labels;
    }

    /**
     * @param array<string, mixed> $params
     */
    public static function value(array $params, int $place): string
    {
        $value = $params['configoption' . $place] ?? '';
        return is_scalar($value) ? trim((string) $value) : '';
    }

    /**
     * A configurable option of the service, by a name in whatever case.
     *
     * @param array<string, mixed> $params
     */
    public static function configurable(array $params, string $name): string
    {
        foreach ((array) ($params['configoptions'] ?? []) as $option => $value) {
            if (strtolower(trim((string) $option)) === $name && is_scalar($value)) {
                return trim((string) $value);
            }
        }
        return '';
    }
}
