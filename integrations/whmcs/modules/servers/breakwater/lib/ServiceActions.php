<?php

declare(strict_types=1);

namespace Breakwater\Whmcs;

use Breakwater\Client;
use Breakwater\OrderException;
use Breakwater\Provisioning;
use Breakwater\ServiceOrder;
use Breakwater\ServiceSync;

/**
 * What WHMCS does to a service. Each action makes sure of a state, so that it can be repeated from the module queue.
 */
final class ServiceActions
{
    private Service $service;
    private Provisioning $provisioning;

    private function __construct(Service $service, Client $client)
    {
        $this->service = $service;
        $this->provisioning = new Provisioning($client);
    }

    /**
     * @param string               $action as WHMCS calls it
     * @param array<string, mixed> $params
     *
     * @return string `success`, or a sentence for staff
     */
    public static function run(string $action, array $params): string
    {
        return Module::failure($action, $params, static function () use ($action, $params): void {
            $service = new Service($params);
            $service->refuseAddon();
            $connection = Server::of($params)->connection($action);
            // A scan that has its pause says so at once; orders wait for the limit of requests.
            $client = $action === 'scan' ? $connection->forStaff() : $connection->forOrders();
            SoldServices::settleOwner($service, $client, (int) ($params['serverid'] ?? 0));
            $actions = new self($service, $client);
            switch ($action) {
                case 'CreateAccount':
                    $actions->create();
                    break;
                case 'SuspendAccount':
                    $actions->provisioning->suspend($actions->currentOrder());
                    break;
                case 'UnsuspendAccount':
                    $actions->unsuspend();
                    break;
                case 'TerminateAccount':
                    $actions->provisioning->terminate($actions->currentOrder());
                    break;
                case 'ChangePackage':
                    $actions->requireLive();
                    $actions->change();
                    break;
                case 'Renew':
                    $actions->renew();
                    break;
                case 'scan':
                    $actions->provisioning->scan($actions->currentOrder());
                    break;
                case 'resync':
                    $actions->resync();
                    break;
                case 'recreate':
                    $actions->recreate();
                    break;
            }
        }) ?? 'success';
    }

    private function create(): void
    {
        $this->requireAddress();
        $serverId = $this->provisioning->create($this->service->order());
        $this->endFormer();
        $this->service->remember($serverId);
    }

    private function recreate(): void
    {
        $this->requireLive();
        $this->requireAddress();
        $this->service->remember($this->provisioning->recreate($this->service->order()));
        if ($this->service->status() === ServiceSync::SUSPENDED) {
            $this->provisioning->suspend($this->service->order());
        }
    }

    private function unsuspend(): void
    {
        $serverId = $this->provisioning->unsuspend($this->currentOrder());
        if ($serverId !== null) {
            $this->service->remember($serverId);
        }
    }

    private function change(): void
    {
        $isSuspended = $this->service->status() === ServiceSync::SUSPENDED;
        if ($this->isOtherProduct()) {
            $this->create();
            if ($isSuspended) {
                $this->provisioning->suspend($this->service->order());
            }
            return;
        }
        $this->requireAddress();
        $this->service->remember($this->provisioning->change($this->service->order(), $isSuspended));
    }

    /** Renewing makes sure of the terms, the price among them. */
    private function renew(): void
    {
        if ($this->service->isLive()) {
            $this->change();
        }
    }

    private function requireLive(): void
    {
        if (!$this->service->isLive()) {
            throw new OrderException('The service is not active: accept the order, or use Create.');
        }
    }

    /** Makes the monitoring service have the service as WHMCS has it. */
    private function resync(): void
    {
        switch ($this->service->status()) {
            case ServiceSync::ACTIVE:
                $this->create();
                break;
            case ServiceSync::SUSPENDED:
                $this->change();
                $this->provisioning->suspend($this->service->order());
                break;
            case ServiceSync::CANCELLED:
                $this->provisioning->terminate($this->currentOrder());
                break;
            default:
                $this->requireLive();
        }
    }

    /** Refuses what would take the server of another service away, or has none to monitor. */
    private function requireAddress(): void
    {
        $address = $this->service->address();
        if (!$this->service->isServer()) {
            return;
        }
        if ($address === '') {
            throw new OrderException('The service has no IP address: enter it in the custom field that the product '
                . 'names, or as the dedicated IP.');
        }
        if (filter_var($address, FILTER_VALIDATE_IP) === false) {
            throw new OrderException('The IP address of the service is none: enter a single IPv4 or IPv6 address.');
        }
        $other = Records::otherAt($address, $this->service->clientId(), $this->service->id());
        if ($other !== null) {
            throw new OrderException("Service #$other of the same customer monitors this IP address already.");
        }
    }

    /** The service as it is at the monitoring service, whose product may have been changed in WHMCS since. */
    private function currentOrder(): ServiceOrder
    {
        return $this->service->order($this->service->createdAs());
    }

    private function isOtherProduct(): bool
    {
        $before = $this->service->createdAs();
        return $before !== null && $before !== $this->service->product();
    }

    /** Ends what the service was before its product was changed to one of another kind. */
    private function endFormer(): void
    {
        if (!$this->isOtherProduct()) {
            return;
        }
        $this->provisioning->terminate($this->currentOrder());
        if ($this->service->isServer()) {
            // A plan paid for the server until now; from now on its service does.
            $this->provisioning->unsuspend($this->service->order());
        }
    }
}
