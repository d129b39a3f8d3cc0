<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * What products cost, which the portal shows.
 */
final class PriceList
{
    /** What one call takes. */
    private const BATCH = 500;

    /**
     * One for each product, plan, currency and cycle: of several the first.
     *
     * @param iterable<array{
     *     product_slug: string, plan_slug: string, currency: string, billing_cycle: string, amount: string,
     *     setup_fee: string
     * }> $prices
     *
     * @throws BreakwaterException
     */
    public static function tell(Client $client, iterable $prices): void
    {
        $told = [];
        foreach ($prices as $price) {
            $key = implode('/', array_slice($price, 0, 4));
            $told[$key] = $told[$key] ?? $price;
        }
        foreach (array_chunk(array_values($told), self::BATCH) as $batch) {
            $client->post('/billing/pricing', ['prices' => $batch]);
        }
    }
}
