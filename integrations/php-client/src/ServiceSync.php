<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * Tells what the billing system knows of all its services, in batches, and gathers what came of it.
 */
final class ServiceSync
{
    public const ACTIVE = 'active';
    public const SUSPENDED = 'suspended';
    public const CANCELLED = 'cancelled';

    /** What one call takes. */
    public const BATCH = 500;

    /** @var Client */
    private $client;

    /** @var string|null */
    private $moduleVersion;

    /**
     * @param Client      $client        one for a cron job: it may wait for Retry-After
     * @param string|null $moduleVersion at most 20 characters
     */
    public function __construct(Client $client, ?string $moduleVersion = null)
    {
        $this->client = $client;
        $this->moduleVersion = $moduleVersion;
    }

    /**
     * Goes on until all is told, or a call fails; the report says so. What was told before stays told, and telling it
     * again is harmless.
     *
     * @param iterable<array{service_id: int, client_id: int, product_slug: string, status: string}> $services read as
     *     they are sent, so that a generator keeps a batch in memory and no more
     */
    public function run(iterable $services): SyncReport
    {
        $report = new SyncReport();
        $batch = [];
        try {
            foreach ($services as $service) {
                if ($service['service_id'] < 1 || $service['client_id'] < 1) {
                    // One such service would have its whole batch refused.
                    $report->leaveOut($service);
                    continue;
                }
                $batch[] = $service;
                if (count($batch) === self::BATCH) {
                    $report->add($batch, $this->send($batch));
                    $batch = [];
                }
            }
            if ($batch !== []) {
                $report->add($batch, $this->send($batch));
            }
        } catch (BreakwaterException $failure) {
            $report->fail($failure);
        }
        return $report;
    }

    /**
     * @param list<array<string, mixed>> $batch
     *
     * @return array<mixed>
     */
    private function send(array $batch): array
    {
        return $this->client->syncServices($batch, $this->moduleVersion)[0];
    }
}
