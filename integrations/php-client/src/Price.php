<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * Amounts of billing systems, as the API takes them. What it does not take is not told: a price is no reason to refuse
 * an order.
 */
final class Price
{
    private const LEAST_MONTHLY = 0.01;
    private const MOST_MONTHLY = 9999.99;
    private const MOST_LISTED = 999999.99;

    /**
     * What an order brings in a month. Amounts have no currency at the API, so that all are told in the one that the
     * billing system counts in.
     *
     * @param float $amount for the whole period
     * @param float $months of the period; 0 or less: it does not recur
     * @param float $rate   how many units of its currency are one of the billing system's own
     *
     * @return float|null null: free, paid once, or outside of what the API takes
     */
    public static function monthly(float $amount, float $months, float $rate = 1.0): ?float
    {
        return $months > 0 && $rate > 0 ? self::told($amount / $months / $rate) : null;
    }

    /** A monthly amount that the API takes; null: none. */
    public static function told(float $monthly): ?float
    {
        $amount = round($monthly, 2);
        return $amount >= self::LEAST_MONTHLY && $amount <= self::MOST_MONTHLY ? $amount : null;
    }

    /**
     * An amount of the price list.
     *
     * @param mixed $amount
     *
     * @return string|null null: negative, which means that it is not offered, or larger than the API takes
     */
    public static function listed($amount): ?string
    {
        $number = round(is_numeric($amount) ? (float) $amount : -1.0, 2);
        return $number >= 0 && $number <= self::MOST_LISTED ? number_format($number, 2, '.', '') : null;
    }

    /**
     * A code of ISO 4217 in capitals; null: none.
     *
     * @param mixed $code
     */
    public static function currency($code): ?string
    {
        $capitals = is_string($code) ? strtoupper(trim($code)) : '';
        return preg_match('~^[A-Z]{3}$~D', $capitals) === 1 ? $capitals : null;
    }
}
