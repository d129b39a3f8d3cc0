<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

use Breakwater\Price;
use Breakwater\PriceList as Told;
use Breakwater\ServiceOrder;
use WHMCS\Database\Capsule;

/**
 * Tells the portal what products cost, where their settings say so.
 */
final class PriceList
{
    /** Billing cycles, by the columns of tblpricing; the fee of each is in the second. */
    private const CYCLES = [
        'monthly' => ['monthly', 'msetupfee'],
        'quarterly' => ['quarterly', 'qsetupfee'],
        'semiannually' => ['semiannually', 'ssetupfee'],
        'annually' => ['annually', 'asetupfee'],
        'biennially' => ['biennially', 'bsetupfee'],
        'triennially' => ['triennially', 'tsetupfee'],
    ];

    public static function publish(): void
    {
        $prices = self::prices();
        if ($prices === []) {
            return;
        }
        foreach (Records::servers() as $row) {
            $push = static function () use ($row, $prices): void {
                $server = Server::ofRecord($row);
                // The sandbox has the prices of its account.
                if ($server->isSandbox()) {
                    return;
                }
                Told::tell($server->connection('PriceList')->forJobs(), $prices);
            };
            $failure = Module::failure('PriceList', ['serveraccesshash' => $row->accesshash ?? ''], $push);
            if ($failure !== null) {
                Module::note(sprintf('prices could not be told to server #%d: %s', $row->id, $failure));
            }
        }
    }

    /**
     * @return list<array<string, mixed>>
     */
    private static function prices(): array
    {
        $products = array_filter(Records::products(), static function (object $product): bool {
            return ($product->{'configoption' . Options::PUBLISH_PRICES} ?? '') === 'on';
        });
        if ($products === []) {
            return [];
        }
        $currencies = [];
        foreach (Capsule::table('tblcurrencies')->get() as $currency) {
            $currencies[$currency->id] = Price::currency($currency->code);
        }
        $rows = Capsule::table('tblpricing')->where('type', 'product')->whereIn('relid', array_keys($products))->get();
        $prices = [];
        foreach ($rows as $row) {
            $currency = $currencies[$row->currency] ?? null;
            $prices = array_merge($prices, self::pricesOf($row, $products[(int) $row->relid], $currency));
        }
        return $prices;
    }

    /**
     * @param object $row of tblpricing
     *
     * @return list<array<string, mixed>>
     */
    private static function pricesOf(object $row, object $product, ?string $currency): array
    {
        $sold = (string) ($product->{'configoption' . Options::PRODUCT} ?? '');
        $plan = (string) ($product->{'configoption' . Options::PLAN} ?? '');
        if ($currency === null || !in_array($sold, ServiceOrder::PRODUCTS, true)) {
            return [];
        }
        $prices = [];
        foreach (self::CYCLES as $cycle => [$amount, $fee]) {
            $price = Price::listed($row->$amount);
            if ($price === null) {
                continue;
            }
            $prices[] = [
                'product_slug' => $sold,
                'plan_slug' => $sold === ServiceOrder::DOMAIN_SLOTS ? '' : $plan,
                'currency' => $currency,
                'billing_cycle' => $cycle,
                'amount' => $price,
                'setup_fee' => Price::listed($row->$fee) ?? '0.00',
            ];
        }
        return $prices;
    }
}
