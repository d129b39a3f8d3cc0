<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * A billing system, as far as it is compared with the monitoring service.
 */
interface BillingSide
{
    /**
     * The services that are sold, or were, each number once and ascending, read as they are gone through.
     *
     * @param int|null $serviceId one of them; null: all
     *
     * @return iterable<array{order: ServiceOrder, status: string|null}> status: as {@see ServiceSync} has it, null
     *     while a service is only ordered
     */
    public function services(?int $serviceId = null): iterable;

    /** Whether this billing system once sold a service to a client: what it sold, it may move and end. */
    public function hasSold(int $serviceId, int $clientId): bool;

    /**
     * Makes the monitoring service have a service as it is sold here.
     *
     * @param bool $isAnew what it monitors at other addresses is ended first
     *
     * @throws \RuntimeException with a sentence for staff
     */
    public function repair(int $serviceId, bool $isAnew): void;

    /** A service that was sold to a client is at the monitoring service no more, or another client's. */
    public function forget(int $serviceId, int $clientId): void;
}
