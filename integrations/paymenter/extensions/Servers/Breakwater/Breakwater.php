<?php

declare(strict_types=1);

namespace Paymenter\Extensions\Servers\Breakwater;

use App\Attributes\ExtensionMeta;
use App\Classes\Extension\Server;
use App\Helpers\ExtensionHelper;
use App\Models\Product;
use App\Models\Server as ServerRecord;
use App\Models\Service;
use Breakwater\AddressCheck;
use Breakwater\ServiceOrder;
use Breakwater\StateWords;
use Breakwater\Texts;
use Illuminate\Support\Facades\Auth;
use Illuminate\Support\Facades\Log;
use Illuminate\Support\Facades\Schedule;

require_once __DIR__ . '/client/autoload.php';

/**
 * What Paymenter calls: settings, the checkout, the life of a service, its page, and the daily comparison.
 */
#[ExtensionMeta(
    name: 'Breakwater',
    description: 'Security monitoring of servers and domains: open ports, leaked credentials.',
    version: self::VERSION,
    author: 'Breakwater'
)]
class Breakwater extends Server
{
    public const VERSION = '0.0.0';

    /** Once a day, when little else happens (by the clock of Paymenter). */
    private const COMPARED_AT = '03:30';

    /**
     * @param array<string, mixed> $values
     *
     * @return list<array<string, mixed>>
     */
    public function getConfig($values = []): array
    {
        return [
            [
                'name' => 'url',
                'type' => 'text',
                'label' => 'Address',
                'placeholder' => 'https://security.example.com',
                'description' => 'Where your portal domain answers.',
                'validation' => 'url:http,https',
                'required' => true,
            ],
            [
                'name' => 'api_key',
                'type' => 'password',
                'label' => 'API key',
                'description' => 'Made in the console of the portal domain, under API keys.',
                'encrypted' => true,
                'required' => true,
            ],
            [
                'name' => 'sandbox',
                'type' => 'checkbox',
                'label' => 'Sandbox',
                'description' => 'Everything goes to the sandbox of the account: no server is scanned.',
                'database_type' => 'boolean',
            ],
        ];
    }

    /**
     * @param array<string, mixed> $values
     *
     * @return list<array<string, mixed>>
     *
     * @throws \RuntimeException with a sentence for staff, where the plans cannot be read
     */
    public function getProductConfig($values = []): array
    {
        return [
            [
                'name' => 'product',
                'type' => 'select',
                'label' => 'What is sold',
                'options' => [
                    ServiceOrder::SERVER => 'Monitoring of one server',
                    ServiceOrder::SERVER_PLAN => 'A plan for several servers',
                    ServiceOrder::DOMAIN_SLOTS => 'Monitoring of domains',
                ],
                'default' => ServiceOrder::SERVER,
                'required' => true,
            ],
            [
                'name' => 'plan',
                'type' => 'select',
                'label' => 'Plan',
                'description' => 'Of a plan for several servers; of one server it says how often it is scanned.',
                'options' => $this->account()->plans(),
            ],
            [
                'name' => 'domains',
                'type' => 'number',
                'label' => 'Domains',
                'description' => 'How many one unit has. A config option with the variable “domains” goes before it.',
                'default' => 1,
                'min_value' => 1,
            ],
        ];
    }

    /**
     * What a customer says of a server, checked before it is paid for.
     *
     * @param array<string, mixed> $values
     * @param array<string, mixed> $settings the product's
     *
     * @return list<array<string, mixed>>
     */
    public function getCheckoutConfig(Product $product, $values = [], $settings = []): array
    {
        if (($settings['product'] ?? null) !== ServiceOrder::SERVER) {
            return [];
        }
        return [
            [
                'name' => 'ip_address',
                'type' => 'text',
                'label' => 'IP address',
                'placeholder' => '203.0.113.10',
                'required' => true,
                'validation' => [fn ($name, $address, $fail) => $this->checkAddress($address, $fail)],
            ],
            [
                'name' => 'hostname',
                'type' => 'text',
                'label' => 'Hostname',
                'placeholder' => 'web1.example.com',
                // Paymenter keeps what is said at the checkout, and cannot keep null.
                'default' => '',
                'validation' => ['nullable', 'max:255'],
            ],
        ];
    }

    public function testConfig(): bool|string
    {
        try {
            $this->account()->test();
            return true;
        } catch (\RuntimeException $failure) {
            return $failure->getMessage();
        }
    }

    /**
     * @param array<string, mixed> $settings
     * @param array<string, mixed> $properties
     *
     * @return array<string, mixed> for the mail to the customer
     *
     * @throws \RuntimeException with a sentence for staff, as each of these
     */
    public function createServer(Service $service, $settings, $properties): array
    {
        SoldServices::requireFreeAddress($service, $properties['ip_address'] ?? null);
        SoldServices::remember($service, $this->account()->create(Order::of($service, $settings, $properties)));
        return [];
    }

    /**
     * @param array<string, mixed> $settings
     * @param array<string, mixed> $properties
     */
    public function suspendServer(Service $service, $settings, $properties): bool
    {
        $this->account()->suspend(Order::of($service, $settings, $properties));
        return true;
    }

    /**
     * @param array<string, mixed> $settings
     * @param array<string, mixed> $properties
     */
    public function unsuspendServer(Service $service, $settings, $properties): bool
    {
        SoldServices::remember($service, $this->account()->unsuspend(Order::of($service, $settings, $properties)));
        return true;
    }

    /**
     * @param array<string, mixed> $settings
     * @param array<string, mixed> $properties
     */
    public function terminateServer(Service $service, $settings, $properties): bool
    {
        $this->account()->terminate(Order::of($service, $settings, $properties));
        return true;
    }

    /**
     * Plan, number of domains, price and address are those of the service. What is in use is never taken away.
     *
     * @param array<string, mixed> $settings
     * @param array<string, mixed> $properties
     */
    public function upgradeServer(Service $service, $settings, $properties): bool
    {
        $isSuspended = $service->status === Service::STATUS_SUSPENDED;
        $order = Order::of($service, $settings, $properties);
        SoldServices::remember($service, $this->account()->change($order, $isSuspended));
        return true;
    }

    /**
     * A line of what there is to do, and a button that opens the portal.
     *
     * @param array<string, mixed> $settings
     * @param array<string, mixed> $properties
     *
     * @return list<array<string, string>>
     */
    public function getActions(Service $service, $settings, $properties): array
    {
        $texts = Texts::in((string) app()->getLocale());
        try {
            $state = $this->account()->state(Order::of($service, $settings, $properties));
            $words = StateWords::of($state, $texts);
            $text = implode(' ', array_filter([$words['summary'], $words['last_look'], $words['posture']]));
        } catch (\RuntimeException $failure) {
            report($failure);
            $text = $texts['unknown'];
        }
        return [
            ['type' => 'text', 'label' => $texts['heading'], 'text' => $text],
            ['type' => 'button', 'label' => $texts['open_portal'], 'function' => 'signInUrl'],
        ];
    }

    /**
     * Where the button leads: a link that works once, within a minute.
     *
     * @param array<string, mixed> $settings
     * @param array<string, mixed> $properties
     */
    public function signInUrl(Service $service, $settings, $properties): string
    {
        try {
            return $this->account()->signInUrl(Order::of($service, $settings, $properties));
        } catch (\RuntimeException $failure) {
            // The reason is for staff.
            report($failure);
            abort(503, Texts::in((string) app()->getLocale())['portal_unavailable']);
        }
    }

    /** Paymenter encrypts what is secret when a server is saved again, and not when it is made, which is when this is called. */
    public function enabled(ServerRecord $server): void
    {
        foreach ($server->settings()->where('key', 'api_key')->where('encrypted', false)->get() as $setting) {
            $setting->encrypted = true;
            $setting->save();
        }
    }

    /** Called at each request. */
    public function boot()
    {
        if (app()->runningInConsole()) {
            Schedule::call(static function (): void {
                self::compareAll();
            })->name('breakwater-compare')->dailyAt(self::COMPARED_AT)->withoutOverlapping()->onOneServer();
        }
    }

    /** Compares every account with what was sold by it, repairs what is safe, and logs the rest for staff. */
    public static function compareAll(): void
    {
        foreach (ServerRecord::where('extension', class_basename(self::class))->get() as $server) {
            $account = new Account(ExtensionHelper::settingsToArray($server->settings));
            $report = $account->reconciliation(new SoldServices((int) $server->id, $account))->run(self::VERSION);
            foreach ($report->isClean() ? [] : $report->sentences() as $sentence) {
                Log::warning("Breakwater ($server->name): $sentence");
            }
        }
    }

    /**
     * @param mixed                  $address
     * @param callable(string): mixed $fail
     */
    private function checkAddress($address, callable $fail): void
    {
        $texts = Texts::in((string) app()->getLocale());
        $mistake = $this->account()->mistakeInAddress($address);
        if ($mistake === AddressCheck::NO_ADDRESS) {
            $fail($texts['address_wrong']);
        } elseif ($mistake === AddressCheck::NOT_SCANNED) {
            $fail(sprintf($texts['address_not_scanned'], $address));
        } elseif (Auth::id() !== null && SoldServices::at((int) Auth::id(), (string) $address) !== []) {
            $fail(sprintf($texts['address_taken'], $address));
        }
    }

    private function account(): Account
    {
        return new Account([
            'url' => $this->config('url'),
            'api_key' => $this->config('api_key'),
            'sandbox' => $this->config('sandbox'),
        ]);
    }
}
