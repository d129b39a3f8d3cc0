<?php

/** The classes of FOSSBilling that the module meets, as they are where its source is not. */

declare(strict_types=1);

namespace Pimple {
    /** What is a function is called once, unless it is protected. */
    class Container implements \ArrayAccess
    {
        private $made = [];
        private $protected = [];

        public function protect(\Closure $function): \Closure
        {
            $this->protected[] = $function;
            return $function;
        }

        public function offsetExists($name): bool
        {
            return isset($this->made[$name]);
        }

        #[\ReturnTypeWillChange]
        public function offsetGet($name)
        {
            $value = $this->made[$name];
            return $value instanceof \Closure && !in_array($value, $this->protected, true) ? $value() : $value;
        }

        public function offsetSet($name, $value): void
        {
            $this->made[$name] = $value;
        }

        public function offsetUnset($name): void
        {
            unset($this->made[$name]);
        }
    }
}

namespace FOSSBilling {
    interface InjectionAwareInterface
    {
        public function setDi(\Pimple\Container $di): void;
    }

    class Exception extends \Exception
    {
    }

    class InformationException extends Exception
    {
    }
}

namespace FOSSBilling\Twig\Extension {
    class ApiExtension
    {
    }
}

namespace {
    /** Of FOSSBilling before 0.8.3. */
    class Api_Abstract implements FOSSBilling\InjectionAwareInterface
    {
        protected $service;
        protected $identity;
        protected ?Pimple\Container $di = null;

        public function setDi(Pimple\Container $di): void
        {
            $this->di = $di;
        }

        protected function getDi(): ?Pimple\Container
        {
            return $this->di;
        }

        public function setService($service): void
        {
            $this->service = $service;
        }

        public function getService()
        {
            return $this->service;
        }

        public function setIdentity($identity): void
        {
            $this->identity = $identity;
        }

        public function getIdentity()
        {
            return $this->identity;
        }
    }

    class Box_Event
    {
        protected ?Pimple\Container $di = null;
        protected $parameters;

        public function __construct($subject, string $name, array $parameters = [])
        {
            $this->parameters = $parameters;
        }

        public function setDi(Pimple\Container $di): void
        {
            $this->di = $di;
        }

        public function getDi(): ?Pimple\Container
        {
            return $this->di;
        }

        public function getParameters()
        {
            return $this->parameters;
        }
    }
}
