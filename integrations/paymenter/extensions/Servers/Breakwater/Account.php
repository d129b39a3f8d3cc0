<?php

declare(strict_types=1);

namespace Paymenter\Extensions\Servers\Breakwater;

use Breakwater\AddressCheck;
use Breakwater\BillingSide;
use Breakwater\BreakwaterException;
use Breakwater\Connection;
use Breakwater\Explanation;
use Breakwater\Provisioning;
use Breakwater\Reconciliation;
use Breakwater\ServiceOrder;
use Breakwater\ServiceState;
use Breakwater\ServiceSync;
use Breakwater\SignIn;

require_once __DIR__ . '/client/autoload.php';

/**
 * A portal domain with its API key, as it is set up as a server in Paymenter. Whatever fails is a sentence for staff.
 */
final class Account
{
    /** What Paymenter calls what the sentences name. */
    private const NAMES = [
        '{create}' => 'trigger “Create server” of the service',
        '{address}' => 'the address in the settings of the server',
        '{settings}' => 'the settings of the server',
        '{service}' => 'Service',
    ];

    /** @var array<string, mixed> */
    private array $settings;

    /**
     * @param array<string, mixed> $settings `url`, `api_key`, `sandbox`
     */
    public function __construct(
        #[\SensitiveParameter]
        array $settings
    ) {
        $this->settings = $settings;
    }

    /**
     * @return array<string, string> never the key
     */
    public function __debugInfo(): array
    {
        return ['url' => (string) ($this->settings['url'] ?? '')];
    }

    /** @throws \RuntimeException as every method, where it cannot be connected */
    public function test(): void
    {
        $this->explained(fn () => $this->connection()->forStaff()->account());
    }

    /**
     * @return array<string, string> label by plan
     */
    public function plans(): array
    {
        $plans = $this->explained(fn () => $this->connection()->forStaff()->get('/plans')['data']['plans']);
        $labels = [];
        foreach ($plans as $plan) {
            $labels[$plan['plan_slug']] = sprintf('%s (%d servers)', $plan['plan_slug'], $plan['capacity']);
        }
        return $labels;
    }

    /**
     * @param mixed $address
     *
     * @return string|null as AddressCheck has it
     */
    public function mistakeInAddress($address): ?string
    {
        return $this->explained(fn () => AddressCheck::mistake($this->connection(), $address));
    }

    /** @return string|null the id of a server, to be kept, as from the following */
    public function create(ServiceOrder $order): ?string
    {
        return $this->explained(fn () => $this->provisioning()->create($order));
    }

    public function unsuspend(ServiceOrder $order): ?string
    {
        return $this->explained(fn () => $this->provisioning()->unsuspend($order));
    }

    public function change(ServiceOrder $order, bool $isSuspended): ?string
    {
        return $this->explained(fn () => $this->provisioning()->change($order, $isSuspended));
    }

    public function suspend(ServiceOrder $order): void
    {
        $this->explained(fn () => $this->provisioning()->suspend($order));
    }

    public function terminate(ServiceOrder $order): void
    {
        $this->explained(fn () => $this->provisioning()->terminate($order));
    }

    /**
     * Makes the monitoring service have a service as it is here.
     *
     * @param string $status as ServiceSync has it
     * @param bool   $isAnew what it monitors at other addresses is ended first
     */
    public function restore(ServiceOrder $order, string $status, bool $isAnew): ?string
    {
        if ($status === ServiceSync::CANCELLED) {
            $this->terminate($order);
            return null;
        }
        return $this->explained(function () use ($order, $status, $isAnew): ?string {
            $provisioning = $this->provisioning();
            $serverId = $isAnew ? $provisioning->recreate($order) : $provisioning->renew($order);
            if ($status === ServiceSync::SUSPENDED) {
                $provisioning->suspend($order);
            }
            return $serverId;
        });
    }

    /**
     * @return array<string, mixed> see ServiceState
     */
    public function state(ServiceOrder $order): array
    {
        return $this->explained(fn () => ServiceState::of($this->connection(), $order));
    }

    public function signInUrl(ServiceOrder $order): string
    {
        return $this->explained(fn () => SignIn::url($this->connection(), $order));
    }

    public function reconciliation(BillingSide $services): Reconciliation
    {
        return new Reconciliation($this->connection()->forJobs(), $services, self::NAMES);
    }

    private function provisioning(): Provisioning
    {
        return new Provisioning($this->connection()->forOrders());
    }

    private function connection(): Connection
    {
        return new Connection((string) ($this->settings['url'] ?? ''), (string) ($this->settings['api_key'] ?? ''), [
            'sandbox' => !empty($this->settings['sandbox']),
            'userAgent' => 'breakwater-paymenter/' . Breakwater::VERSION . ' PHP/' . PHP_VERSION,
        ]);
    }

    /**
     * @template T
     *
     * @param callable(): T $work
     *
     * @return T
     *
     * @throws \RuntimeException with a sentence for staff
     */
    private function explained(callable $work)
    {
        try {
            return $work();
        } catch (BreakwaterException $failure) {
            throw new \RuntimeException(Explanation::of($failure, self::NAMES));
        } catch (\InvalidArgumentException $wrong) {
            throw new \RuntimeException($wrong->getMessage());
        }
    }
}
