<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * Keys for the actions of a billing system.
 */
final class IdempotencyKey
{
    /**
     * A key for one attempt at an action, to be used for all repeats of it and for nothing else. It names the action
     * and the service, so that it can be found in logs, and is random besides: an answer is kept for 24 hours, and a
     * service that is ordered, cancelled and ordered again within a day must not be told what the first order was.
     *
     * @param string $action such as `create`; what no key can have is left out
     */
    public static function forAttempt(string $action, int $serviceId): string
    {
        $name = substr((string) preg_replace('~[^a-z0-9-]+~', '', strtolower($action)), 0, 40);
        return $name . '-' . $serviceId . '-' . bin2hex(random_bytes(16));
    }
}
