<?php

/**
 * What stands for Paymenter's own classes where its source is not given. Only what the extension uses, as it is there.
 */

declare(strict_types=1);

namespace App\Attributes {
    #[\Attribute(\Attribute::TARGET_CLASS)]
    class ExtensionMeta
    {
        public function __construct(
            public string $name,
            public string $description,
            public string $version,
            public string $author
        ) {
        }
    }
}

namespace App\Classes\Extension {
    class Extension
    {
        public function __construct(public $config = [])
        {
        }

        public function config($key)
        {
            return $this->config[$key] ?? null;
        }

        public function getConfig($values = [])
        {
            return [];
        }

        public function boot()
        {
        }
    }

    class Server extends Extension
    {
    }
}

namespace App\Helpers {
    use App\Models\Service;

    class ExtensionHelper
    {
        public static function settingsToArray($settings)
        {
            $all = [];
            foreach ($settings as $setting) {
                $all[$setting->key] = $setting->value;
            }
            return $all;
        }

        public static function getServiceProperties(Service $service)
        {
            $properties = [];
            foreach ($service->properties as $property) {
                $properties[$property->key] = $property->value;
            }
            foreach ($service->configs as $config) {
                $value = $config->configValue;
                $properties[$config->configOption->env_variable] = $value->env_variable ?? $value->name;
            }
            return $properties;
        }

        public static function getExtension($type, $extension, $config = [])
        {
            $class = '\\Paymenter\\Extensions\\' . ucfirst($type) . "s\\$extension\\$extension";
            return new $class(is_array($config) ? $config : self::settingsToArray($config));
        }

        public static function testConfig($extension, $values)
        {
            return self::getExtension($extension->type, $extension->extension, $values)->testConfig();
        }

        public static function getProductConfig($server, $values = [])
        {
            return self::getExtension('server', $server->extension, $server->settings)->getProductConfig($values);
        }

        public static function getCheckoutConfig($product, $values = [])
        {
            $extension = self::getExtension('server', $product->server->extension, $product->server->settings);
            return $extension->getCheckoutConfig($product, $values, self::settingsToArray($product->settings));
        }

        public static function callService(Service $service, $function)
        {
            $server = $service->product->server;
            $settings = self::settingsToArray($service->product->settings);
            return self::getExtension('server', $server->extension, $server->settings)
                ->$function($service, $settings, self::getServiceProperties($service));
        }

        public static function createServer(Service $service)
        {
            return self::callService($service, 'createServer');
        }

        public static function suspendServer(Service $service)
        {
            return self::callService($service, 'suspendServer');
        }

        public static function unsuspendServer(Service $service)
        {
            return self::callService($service, 'unsuspendServer');
        }

        public static function terminateServer(Service $service)
        {
            return self::callService($service, 'terminateServer');
        }

        public static function upgradeServer(Service $service)
        {
            return self::callService($service, 'upgradeServer');
        }

        public static function getActions(Service $service)
        {
            return self::callService($service, 'getActions');
        }
    }
}
