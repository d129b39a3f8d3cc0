<?php

declare(strict_types=1);

namespace Breakwater;

/**
 * Links that sign a customer in, for the page of the portal that a service is about.
 */
final class SignIn
{
    /** A customer gets so many links a minute: all links of an account have one limit. */
    private const PER_MINUTE = 5;

    private const SECONDS = 60;

    /**
     * A link that signs in once, within a minute: send the browser there at once.
     *
     * @throws BreakwaterException with a reason for staff; customers are told {@see Explanation::FOR_CUSTOMERS}
     */
    public static function url(Connection $connection, ServiceOrder $order): string
    {
        if (!$connection->cache()->takes("sign-in {$order->clientId()}", self::PER_MINUTE, self::SECONDS)) {
            throw new BreakwaterException(
                sprintf('The customer asked for more than %d sign-in links within a minute.', self::PER_MINUTE)
            );
        }
        $customer = $order->only('client_id', 'client_name', 'client_email');
        return $connection->forStaff()->signInUrl($customer + ['redirect_path' => self::path($order)]);
    }

    private static function path(ServiceOrder $order): string
    {
        switch ($order->product()) {
            case ServiceOrder::DOMAIN_SLOTS:
                return '/domains';
            case ServiceOrder::SERVER:
                return $order->endpointId() === null ? '/servers' : '/servers/' . $order->endpointId();
            default:
                return '/';
        }
    }
}
