<?php

/**
 * As much of the query builder of WHMCS as the module uses, on arrays.
 */

declare(strict_types=1);

namespace WHMCS\Database;

final class Capsule
{
    /** @var array<string, array<int|string, array<string, mixed>>> rows by table and id */
    public static array $tables = [];

    /** @var array<string, list<string>> primary keys of tables that modules made */
    public static array $keys = [];

    public static function table(string $name): Query
    {
        if (!isset(self::$tables[$name])) {
            throw new \LogicException("There is no table $name.");
        }
        return new Query($name);
    }

    public static function schema(): Schema
    {
        return new Schema();
    }
}

final class Schema
{
    public function hasTable(string $name): bool
    {
        return isset(Capsule::$tables[$name]);
    }

    public function create(string $name, callable $define): void
    {
        if ($this->hasTable($name)) {
            throw new \LogicException("There is a table $name.");
        }
        $define(new Blueprint($name));
    }
}

/** Rows of tables that modules make have no ids of their own: their key is the primary one. */
final class Blueprint
{
    private string $table;

    public function __construct(string $table)
    {
        $this->table = $table;
        Capsule::$tables[$table] = [];
    }

    public function unsignedInteger(string $column): void
    {
        Capsule::$keys[$this->table][] = $column;
    }

    /**
     * @param list<string> $columns
     */
    public function primary(array $columns): void
    {
        Capsule::$keys[$this->table] = $columns;
    }
}

final class Query
{
    private string $table;

    /** @var list<callable> */
    private array $conditions = [];
    private ?string $order = null;
    private ?int $limit = null;

    public function __construct(string $table)
    {
        $this->table = $table;
    }

    /**
     * @param mixed $operator the value, where there is none
     * @param mixed $value
     */
    public function where(string $column, $operator, $value = null): self
    {
        [$operator, $value] = func_num_args() === 2 ? ['=', $operator] : [$operator, $value];
        $this->conditions[] = static function (array $row) use ($column, $operator, $value): bool {
            return $operator === '>' ? $row[$column] > $value : (string) $row[$column] === (string) $value;
        };
        return $this;
    }

    public function whereIn(string $column, array $values): self
    {
        $values = array_flip($values);
        $this->conditions[] = static function (array $row) use ($column, $values): bool {
            return isset($values[$row[$column]]);
        };
        return $this;
    }

    public function orderBy(string $column): self
    {
        $this->order = $column;
        return $this;
    }

    public function limit(int $limit): self
    {
        $this->limit = $limit;
        return $this;
    }

    /** @return \ArrayIterator<int, object> which is no array, as a collection is none */
    public function get(): \ArrayIterator
    {
        $rows = array_filter(Capsule::$tables[$this->table], [$this, 'has']);
        $order = $this->order;
        if ($order !== null) {
            usort($rows, static function (array $a, array $b) use ($order): int {
                return $a[$order] <=> $b[$order];
            });
        }
        return new \ArrayIterator(array_map(static function (array $row): object {
            return (object) $row;
        }, array_slice(array_values($rows), 0, $this->limit)));
    }

    /**
     * @param array<string, mixed> $row
     */
    public function insert(array $row): void
    {
        $key = implode('/', array_intersect_key($row, array_flip(Capsule::$keys[$this->table])));
        if (isset(Capsule::$tables[$this->table][$key])) {
            throw new \LogicException("There is a row $key in $this->table.");
        }
        Capsule::$tables[$this->table][$key] = $row;
    }

    public function delete(): void
    {
        foreach (Capsule::$tables[$this->table] as $key => $row) {
            if ($this->has($row)) {
                unset(Capsule::$tables[$this->table][$key]);
            }
        }
    }

    public function first(): ?object
    {
        return iterator_to_array($this->get())[0] ?? null;
    }

    /**
     * @param array<string, mixed> $row
     */
    private function has(array $row): bool
    {
        foreach ($this->conditions as $condition) {
            if (!$condition($row)) {
                return false;
            }
        }
        return true;
    }
}
