<?php

/**
 * As much of Laravel and Paymenter's models as the extension meets: records in memory, and facades that remember. With
 * PAYMENTER_DIR, the source of Paymenter, its own base classes and its own ExtensionHelper are used, otherwise
 * stand-ins.php. What is made up here is held against the source by real.php.
 */

declare(strict_types=1);

namespace Illuminate\Database\Eloquent {
    class Collection extends \ArrayObject
    {
        public function first(): ?object
        {
            return $this[0] ?? null;
        }
    }

    /** A record: its fields, and what belongs to it. */
    class Model
    {
        /** @var array<class-string, array<int, static>> */
        public static array $all = [];

        /**
         * @param array<string, mixed> $fields
         */
        public function __construct(public array $fields = [])
        {
        }

        /**
         * @param array<string, mixed> $fields
         */
        public static function create(array $fields): static
        {
            $record = new static($fields);
            $record->fields['id'] ??= count(self::$all[static::class] ?? []) + 1;
            return self::$all[static::class][$record->fields['id']] = $record;
        }

        public static function where(string $field, $value): Query
        {
            return (new Query(static::class))->where($field, $value);
        }

        public static function whereIn(string $field, array $values): Query
        {
            return (new Query(static::class))->whereIn($field, $values);
        }

        public function getMorphClass(): string
        {
            return static::class;
        }

        public function delete(): void
        {
            unset(self::$all[static::class][$this->fields['id']]);
        }

        public function __get(string $name)
        {
            if (array_key_exists($name, $this->fields)) {
                return $this->fields[$name];
            }
            $related = method_exists($this, $name) ? $this->$name() : null;
            return $related instanceof Query ? $related->get() : $related;
        }

        public function __isset(string $name): bool
        {
            return $this->__get($name) !== null;
        }

        public function __set(string $name, $value): void
        {
            $this->fields[$name] = $value;
        }

        /** What of another kind belongs to this, as Laravel's morphMany. */
        protected function morphs(string $class, string $begin): Query
        {
            return (new Query($class, [$begin . '_type' => $this->getMorphClass(), $begin . '_id' => $this->id]))
                ->where($begin . '_type', $this->getMorphClass())->where($begin . '_id', $this->id);
        }
    }

    final class Query
    {
        /** @var list<callable(object): bool> */
        private array $conditions = [];

        /**
         * @param class-string         $class
         * @param array<string, mixed> $defaults of what is made by it
         */
        public function __construct(private string $class, private array $defaults = [])
        {
        }

        public function where(string $field, $value): self
        {
            return $this->whereIn($field, [$value]);
        }

        public function whereIn(string $field, array $values): self
        {
            $query = clone $this;
            $query->conditions[] = static fn (object $record): bool => in_array($record->$field, $values);
            return $query;
        }

        public function get(): Collection
        {
            $found = array_filter(Model::$all[$this->class] ?? [], function (object $record): bool {
                foreach ($this->conditions as $holds) {
                    if (!$holds($record)) {
                        return false;
                    }
                }
                return true;
            });
            ksort($found);
            return new Collection(array_values($found));
        }

        public function first(): ?object
        {
            return $this->get()->first();
        }

        public function exists(): bool
        {
            return $this->first() !== null;
        }

        public function lazyById(int $size): \Generator
        {
            yield from $this->get();
        }

        public function delete(): void
        {
            foreach ($this->get() as $record) {
                $record->delete();
            }
        }

        /**
         * @param array<string, mixed> $by
         * @param array<string, mixed> $fields
         */
        public function updateOrCreate(array $by, array $fields): object
        {
            $query = $this;
            foreach ($by as $field => $value) {
                $query = $query->where($field, $value);
            }
            $record = $query->first() ?? $this->class::create($by + $this->defaults);
            $record->fields = $fields + $record->fields;
            return $record;
        }
    }
}

namespace App\Models {
    use Illuminate\Database\Eloquent\Model;
    use Illuminate\Database\Eloquent\Query;

    class Setting extends Model
    {
    }

    class Property extends Model
    {
    }

    class Plan extends Model
    {
    }

    class User extends Model
    {
        public function properties(): Query
        {
            return $this->morphs(Property::class, 'model');
        }
    }

    class Server extends Model
    {
        public function settings(): Query
        {
            return $this->morphs(Setting::class, 'settingable');
        }
    }

    class Product extends Model
    {
        public function server(): ?Server
        {
            return Server::where('id', $this->server_id)->first();
        }

        public function settings(): Query
        {
            return $this->morphs(Setting::class, 'settingable');
        }
    }

    class Service extends Model
    {
        public const STATUS_PENDING = 'pending';
        public const STATUS_ACTIVE = 'active';
        public const STATUS_CANCELLED = 'cancelled';
        public const STATUS_SUSPENDED = 'suspended';

        public function user(): ?User
        {
            return User::where('id', $this->user_id)->first();
        }

        public function product(): ?Product
        {
            return Product::where('id', $this->product_id)->first();
        }

        public function plan(): ?Plan
        {
            return Plan::where('id', $this->plan_id)->first();
        }

        public function properties(): Query
        {
            return $this->morphs(Property::class, 'model');
        }
    }
}

namespace OwenIt\Auditing\Events {
    class AuditCustom
    {
        public function __construct(public object $model)
        {
        }
    }
}

namespace Illuminate\Support\Facades {
    final class Event
    {
        public static function dispatch(object $event): void
        {
        }
    }

    final class Auth
    {
        public static ?int $id = null;

        public static function id(): ?int
        {
            return self::$id;
        }
    }

    final class Log
    {
        /** @var list<string> */
        public static array $lines = [];

        public static function warning(string $line): void
        {
            self::$lines[] = $line;
        }
    }

    /** The plan of one job, and what it does. */
    final class Schedule
    {
        /** @var list<array<string, mixed>> */
        public static array $jobs = [];

        public static function call(callable $work): self
        {
            self::$jobs[] = ['work' => $work];
            return new self();
        }

        public function __call(string $name, array $arguments): self
        {
            self::$jobs[count(self::$jobs) - 1][$name] = $arguments[0] ?? true;
            return $this;
        }
    }
}

namespace Symfony\Component\HttpKernel\Exception {
    class HttpException extends \RuntimeException
    {
        public function __construct(private int $status, string $message)
        {
            parent::__construct($message);
        }

        public function getStatusCode(): int
        {
            return $this->status;
        }
    }
}

namespace {
    use Symfony\Component\HttpKernel\Exception\HttpException;

    /** What was reported to staff. */
    final class Reports
    {
        /** @var list<string> */
        public static array $all = [];
    }

    function report(\Throwable $failure): void
    {
        Reports::$all[] = $failure->getMessage();
    }

    function abort(int $status, string $message): never
    {
        throw new HttpException($status, $message);
    }

    function config(string $key)
    {
        return ['settings.default_currency' => 'EUR'][$key];
    }

    function class_basename(string $class): string
    {
        return basename(strtr($class, '\\', '/'));
    }

    function app(): object
    {
        return new class () {
            public function runningInConsole(): bool
            {
                return true;
            }

            public function getLocale(): string
            {
                return 'en';
            }
        };
    }

    $source = getenv('PAYMENTER_DIR');
    if (is_string($source)) {
        require "$source/app/Attributes/ExtensionMeta.php";
        require "$source/app/Classes/Extension/Extension.php";
        require "$source/app/Classes/Extension/Server.php";
        require "$source/app/Helpers/ExtensionHelper.php";
    } else {
        require __DIR__ . '/stand-ins.php';
    }

    /** Classes of the extension as Composer finds them: Paymenter\Extensions\ is extensions/. */
    function find_extension(string $directory): void
    {
        spl_autoload_register(static function (string $class) use ($directory): void {
            $begin = 'Paymenter\\Extensions\\Servers\\Breakwater\\';
            $file = $directory . '/' . substr($class, strlen($begin)) . '.php';
            if (strncmp($class, $begin, strlen($begin)) === 0 && is_file($file)) {
                require $file;
            }
        });
    }

    /** Prints a rule once it holds; ends with 1 where it does not. */
    function rule(string $name, callable $holds): void
    {
        $outcome = $holds();
        if ($outcome !== true) {
            fwrite(STDERR, "$name: " . json_encode($outcome, JSON_UNESCAPED_SLASHES) . "\n");
            exit(1);
        }
        echo "$name\n";
    }
}
