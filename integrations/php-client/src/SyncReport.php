<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * What came of telling services: for the log of the billing system, and for whoever repairs the rest.
 */
final class SyncReport
{
    /** @var int */
    private $told = 0;

    /** @var int */
    private $changed = 0;

    /** @var list<array<string, mixed>> */
    private $unknown = [];

    /** @var list<array<string, mixed>> */
    private $leftOut = [];

    /** @var array<int, array{paused: list<string>, resumed: list<string>}> */
    private $moved = [];

    /** @var BreakwaterException|null */
    private $failure;

    /**
     * @param list<array<string, mixed>> $services
     * @param array<mixed>               $answer   the `data` of sync-services
     */
    public function add(array $services, array $answer): void
    {
        $this->told += count($services);
        $this->changed += (int) $answer['changed'];
        $statuses = [];
        foreach ($services as $service) {
            $statuses[self::key($service)] = $service['status'];
        }
        foreach ($answer['unknown_services'] as $service) {
            $this->unknown[] = $service + ['status' => $statuses[self::key($service)]];
        }
        // An empty list and an empty object alike mean that nothing was decided.
        foreach ($answer['enforcement'] as $clientId => $products) {
            $this->moved[$clientId] = $this->moved[$clientId] ?? ['paused' => [], 'resumed' => []];
            foreach ($products as $report) {
                $moved = $this->moved[$clientId];
                $this->moved[$clientId] = [
                    'paused' => array_merge($moved['paused'], $report['newly_paused']),
                    'resumed' => array_merge($moved['resumed'], $report['unpaused']),
                ];
            }
        }
    }

    /**
     * @param array<string, mixed> $service
     */
    public function leaveOut(array $service): void
    {
        $this->leftOut[] = $service;
    }

    public function fail(BreakwaterException $failure): void
    {
        $this->failure = $failure;
    }

    /** How many services were told. */
    public function told(): int
    {
        return $this->told;
    }

    /** How many of them were otherwise, and are now as they were told. */
    public function changed(): int
    {
        return $this->changed;
    }

    /**
     * Customers of whom something was corrected.
     *
     * @return list<int>
     */
    public function customers(): array
    {
        return array_keys($this->moved);
    }

    /**
     * What the monitoring service has no record of. Of these, what is active in the billing system has to be created.
     *
     * @return list<array{client_id: int, service_id: int, product_slug: string, status: string}>
     */
    public function unknown(): array
    {
        return $this->unknown;
    }

    /**
     * Services whose ids no service can have.
     *
     * @return list<array<string, mixed>>
     */
    public function leftOut(): array
    {
        return $this->leftOut;
    }

    /** Why not all was told; null when all was. */
    public function failure(): ?BreakwaterException
    {
        return $this->failure;
    }

    /** Whether both sides were equal before, as far as services go. */
    public function isClean(): bool
    {
        return $this->changed === 0 && $this->missing() === [] && $this->leftOut === [] && $this->failure === null;
    }

    /**
     * Unknown services that are not cancelled.
     *
     * @return list<array{client_id: int, service_id: int, product_slug: string, status: string}>
     */
    public function missing(): array
    {
        return array_values(array_filter($this->unknown, static function (array $service): bool {
            return $service['status'] !== ServiceSync::CANCELLED;
        }));
    }

    /**
     * The report for staff, in sentences.
     *
     * @param array<string, string> $names        as {@see Explanation::of} takes them
     * @param bool                  $namesMissing whether it names what is unknown
     *
     * @return list<string>
     */
    public function sentences(array $names = [], bool $namesMissing = true): array
    {
        $sentences = [
            sprintf('%d services were told, %d of them were corrected.', $this->told, $this->changed),
        ];
        foreach ($this->moved as $clientId => $moved) {
            if ($moved['paused'] !== []) {
                $sentences[] = sprintf('Client %d: paused %s.', $clientId, self::listed($moved['paused']));
            }
            if ($moved['resumed'] !== []) {
                $sentences[] = sprintf('Client %d: resumed %s.', $clientId, self::listed($moved['resumed']));
            }
        }
        $missing = $this->missing();
        if ($namesMissing && $missing !== []) {
            $ids = array_column($missing, 'service_id');
            $sentences[] = sprintf('Unknown to the monitoring service: %s.', self::listed($ids));
        }
        if ($this->leftOut !== []) {
            $sentences[] = sprintf('%d services have no usable id and were left out.', count($this->leftOut));
        }
        if ($this->failure !== null) {
            $sentences[] = 'It ended early: ' . Explanation::of($this->failure, $names);
        }
        return $sentences;
    }

    /**
     * @param list<int|string> $names
     */
    private static function listed(array $names): string
    {
        $shown = implode(', ', array_slice($names, 0, 20));
        $more = count($names) - 20;
        return $more > 0 ? sprintf('%s and %d more', $shown, $more) : $shown;
    }

    /**
     * @param array<string, mixed> $service
     */
    private static function key(array $service): string
    {
        return $service['client_id'] . '/' . $service['service_id'] . '/' . $service['product_slug'];
    }
}
