/**
 * For a route's `validateSearch`: of the address's search only what `read` makes of it. The router lays that over what the address says,
 * so what is left out has to be taken away.
 */
export function checkedSearch<Search extends object>(
  read: (search: Record<string, unknown>) => Search,
): (search: Record<string, unknown>) => Search {
  return (search) => {
    const nothing = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));
    return { ...nothing, ...read(search) };
  };
}
