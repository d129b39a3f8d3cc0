<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * What services used by calendar month (UTC), each month to its very end: on the first two days of a month the one
 * before is told once more, since what was used after its last collection would never be billed otherwise.
 */
final class MonthlyUsage
{
    private const SECONDS_OF_DAY = 86400;
    private const DAYS_OF_REPEAT = 2;

    /**
     * The months to be told at an instant, as Unix time: the finished one first, if it is told once more.
     *
     * @return list<array{start: int, end: int, is_finished: bool}> end: exclusive, and of the running month tomorrow
     */
    public static function months(int $now): array
    {
        $start = (int) strtotime(gmdate('Y-m-01', $now) . ' UTC');
        $tomorrow = (int) strtotime(gmdate('Y-m-d', $now) . ' UTC') + self::SECONDS_OF_DAY;
        $months = [['start' => $start, 'end' => $tomorrow, 'is_finished' => false]];
        if ((int) gmdate('j', $now) <= self::DAYS_OF_REPEAT) {
            $before = (int) strtotime(gmdate('Y-m-01', $start - 1) . ' UTC');
            array_unshift($months, ['start' => $before, 'end' => $start, 'is_finished' => true]);
        }
        return $months;
    }

    /**
     * What was used in a month, by customer, service and unit; what customers added by themselves has no service.
     *
     * @param array{start: int, end: int, is_finished: bool} $month
     * @param int|null                                       $clientId null: of all customers
     *
     * @return list<array{client_id: int, service_id: int|null, unit: string, current: int, days: float}>
     *
     * @throws BreakwaterException
     */
    public static function of(Client $client, array $month, ?int $clientId = null): array
    {
        // Everybody's is said by leaving the customer out.
        $ofWhom = $clientId === null ? [] : [$clientId];
        $from = gmdate('Y-m-d', $month['start']);
        $used = $client->usage($from, gmdate('Y-m-d', $month['end']), ...$ofWhom);
        return array_map(static function (array $each): array {
            return array_intersect_key($each, ['client_id' => 0, 'service_id' => 0, 'unit' => 0, 'current' => 0])
                + ['days' => $each['active_seconds'] / self::SECONDS_OF_DAY];
        }, $used);
    }
}
