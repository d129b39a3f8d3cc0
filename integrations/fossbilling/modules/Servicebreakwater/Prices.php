<?php

declare(strict_types=1);

namespace Box\Mod\Servicebreakwater;

use Breakwater\Price;
use Breakwater\ServiceOrder;

require_once __DIR__ . '/client/autoload.php';

/**
 * What products cost by billing cycle, in the default currency, where their configuration says that the portal shows
 * it.
 */
final class Prices
{
    /** Billing cycles, by what columns of product_payment begin with. */
    private const CYCLES = [
        'm' => 'monthly',
        'q' => 'quarterly',
        'b' => 'semiannually',
        'a' => 'annually',
        'bia' => 'biennially',
        'tria' => 'triennially',
    ];

    /**
     * @param object $db FOSSBilling's database
     *
     * @return list<array<string, string>> as the client's PriceList takes them
     */
    public static function of($db): array
    {
        $currency = Price::currency($db->getRow('SELECT code FROM currency WHERE is_default = 1')['code'] ?? null);
        $rows = $currency === null ? [] : $db->getAll(
            "SELECT pp.*, p.config FROM product p JOIN product_payment pp ON pp.id = p.product_payment_id
             WHERE p.type = 'breakwater' AND p.status = 'enabled' AND pp.type = 'recurrent' ORDER BY p.id"
        );
        $prices = [];
        foreach ($rows as $row) {
            $config = json_decode($row['config'] ?? '', true) ?? [];
            if (!empty($config['publish_prices']) && Monitoring::mistakeInProduct($config) === null) {
                $prices = array_merge($prices, self::ofProduct($row, $config, $currency));
            }
        }
        return $prices;
    }

    /**
     * @param array<string, mixed> $row
     * @param array<string, mixed> $config
     *
     * @return list<array<string, string>>
     */
    private static function ofProduct(array $row, array $config, string $currency): array
    {
        $prices = [];
        foreach (self::CYCLES as $begin => $cycle) {
            $amount = empty($row[$begin . '_enabled']) ? null : Price::listed($row[$begin . '_price']);
            if ($amount !== null) {
                $prices[] = [
                    'product_slug' => $config['kind'],
                    'plan_slug' => $config['kind'] === ServiceOrder::DOMAIN_SLOTS ? '' : $config['plan_slug'] ?? '',
                    'currency' => $currency,
                    'billing_cycle' => $cycle,
                    'amount' => $amount,
                    'setup_fee' => Price::listed($row[$begin . '_setup_price']) ?? '0.00',
                ];
            }
        }
        return $prices;
    }
}
