type ListPath = '/alerts' | '/leaks' | '/servers';

/** The filters with which each list was last read in this tab. */
const lastSearch = new Map<ListPath, object>();

export function rememberList(path: ListPath, search: object): void {
  lastSearch.set(path, search);
}

/** How a page of something from a list leads back to the list as its reader left it. */
export function backToList<Path extends ListPath>(path: Path, label: string) {
  return { to: path, label, search: lastSearch.get(path) ?? {} };
}
