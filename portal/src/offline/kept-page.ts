import { useSyncExternalStore } from 'react';

const storageKey = 'kept-reads';
const watchers = new Set<() => void>();
/** The service worker's page says so of itself. */
let isKept = document.documentElement.dataset.kept !== undefined;

/** Whether this page came from the browser's own store, because the service did not answer. */
export function isKeptPage(): boolean {
  return isKept;
}

/** The service has answered. */
export function noteAnswer(): void {
  isKept = false;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function useIsKeptPage(): boolean {
  return useSyncExternalStore(watch, isKeptPage);
}

/** What this tab showed when it was left. */
export const storedReads = {
  get: () => sessionStorage.getItem(storageKey),
  set: (text: string) => sessionStorage.setItem(storageKey, text),
  /** To be called for every page that the service has sent: who is signed in may be somebody else by now, or nobody. */
  forget: () => sessionStorage.removeItem(storageKey),
};
