import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { LogOut, Menu, Moon, Sun, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { answered, api } from '../api/api.ts';
import type { Portal } from '../api/session.ts';
import { Message } from '../messages/message.tsx';
import { t } from '../messages/messages.ts';
import { prefetchPages } from '../prefetch-pages.ts';
import { chooseTheme, currentTheme, watchSystemTheme } from '../theme.ts';
import { Announcements } from './announcements.tsx';
import { Brand } from './brand.tsx';
import { Button } from './button.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { legalLinks } from './legal-links.ts';
import type { NavigationItem } from './navigation-item.ts';
import { numberText } from './numbers.ts';
import { OfflineNotice } from './offline-notice.tsx';
import { PendingBar } from './pending-bar.tsx';
import { SearchButton, useQuickSearch } from './quick-search.tsx';
import type { LoadQuickSearch } from './quick-search-props.ts';

/**
 * What all pages of a signed-in person have around them: whose portal it is, where to go, who is signed in. Beside the page on
 * wide screens; above it, behind a button, on narrow ones.
 */
export function Shell({
  portal,
  who,
  navigation,
  banner,
  loadSearch,
  children,
}: {
  portal: Portal;
  who: string;
  navigation: readonly NavigationItem[];
  /** What stays in sight above every page. */
  banner?: ReactNode;
  /** Gets what searches this side of the portal. */
  loadSearch: LoadQuickSearch;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => setOpen(false), [path]);
  const search = useQuickSearch(loadSearch, navigation);
  const router = useRouter();
  const side = navigation[0]?.to === '/console' ? '/console' : '/customer';
  useEffect(() => prefetchPages(router, side), [router, side]);
  useEffect(() => {
    if (!isOpen) return;
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false);
    addEventListener('keydown', closeOnEscape);
    return () => removeEventListener('keydown', closeOnEscape);
  }, [isOpen]);
  return (
    <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-0 focus:left-0 focus:z-30 focus:m-2 focus:rounded-md focus:bg-surface focus:p-3"
      >
        {t('portal.shell.skip')}
      </a>
      <header className="border-b border-line bg-surface lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto lg:border-r lg:border-b-0 print:hidden">
        <div className="flex flex-col lg:min-h-full lg:px-3 lg:py-3">
          <div className="flex items-center gap-3 px-4 py-2 lg:px-3 lg:py-0">
            <div className="grid min-w-0 gap-0.5 py-1">
              <Link
                to={navigation[0]?.to ?? '/'}
                className="flex min-h-10 min-w-0 items-center gap-2.5 leading-tight font-semibold"
              >
                <Brand portal={portal} />
              </Link>
              {/* Always in sight: a link may have signed a reader in as somebody else. */}
              <p className="text-sm text-muted [overflow-wrap:anywhere]">
                <Message
                  id="portal.shell.signed-in-as"
                  values={{ who }}
                  parts={{ strong: (text) => <span className="font-medium text-ink">{text}</span> }}
                />
              </p>
            </div>
            <Button
              changesNothing
              className="ml-auto shrink-0 px-3 lg:hidden"
              aria-expanded={isOpen}
              aria-controls="menu"
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? <X aria-hidden="true" size={18} /> : <Menu aria-hidden="true" size={18} />}
              {t('portal.shell.menu')}
            </Button>
          </div>
          <div
            id="menu"
            className={`${isOpen ? 'flex' : 'hidden'} grow flex-col gap-3 px-4 pb-4 lg:flex lg:p-0 lg:pt-4`}
          >
            <SearchButton onClick={search.open} />
            <Navigation items={navigation} />
            <div className="mt-auto grid gap-1 border-t border-line pt-3">
              {/* Administrators have it in their account. */}
              {side === '/customer' && <LanguageChoice />}
              <ThemeButton portal={portal} />
              <SignOutButton />
            </div>
          </div>
        </div>
      </header>
      <div className="min-w-0">
        <PendingBar />
        {banner}
        <OfflineNotice />
        {/* As high as the window: what stands below does not move while a page comes. */}
        <main id="content" className="mx-auto min-h-dvh max-w-6xl px-4 py-6 sm:px-6 lg:px-10 lg:py-9">
          {children}
        </main>
        <Support portal={portal} />
      </div>
      {search.dialog}
      <Announcements />
    </div>
  );
}

function Navigation({ items }: { items: readonly NavigationItem[] }) {
  return (
    <nav aria-label={t('portal.shell.main')}>
      <ul className="grid gap-0.5">
        {items.map(({ to, label, icon: Icon, count }) => (
          <li key={label}>
            <Link
              to={to}
              activeOptions={{ exact: to === '/' || to === '/console', includeSearch: false }}
              activeProps={{ className: 'bg-raised font-semibold text-ink', 'aria-current': 'page' }}
              inactiveProps={{ className: 'text-muted hover:text-ink' }}
              className="flex min-h-10 items-center gap-3 rounded-md px-3 text-sm hover:bg-raised"
            >
              {Icon && <Icon aria-hidden="true" size={18} className="shrink-0" />}
              {label}
              {count !== undefined && count > 0 && (
                <span className="ml-auto rounded-full bg-raised px-2 text-xs font-semibold text-ink tabular-nums">
                  {numberText(count)}
                  <span className="sr-only"> {t('portal.shell.open')}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ThemeButton({ portal }: { portal: Portal }) {
  const [theme, setTheme] = useState(currentTheme);
  useEffect(() => watchSystemTheme(() => setTheme(currentTheme())), []);
  const other = theme === 'dark' ? 'light' : 'dark';
  const Icon = theme === 'dark' ? Sun : Moon;
  return (
    <Button
      changesNothing
      kind="quiet"
      className="justify-start gap-3 px-3 font-normal"
      onClick={() => {
        chooseTheme(other, portal);
        setTheme(other);
      }}
    >
      <Icon aria-hidden="true" size={18} />
      {other === 'dark' ? t('portal.shell.dark') : t('portal.shell.light')}
    </Button>
  );
}

function SignOutButton() {
  const queryClient = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => answered(api.DELETE('/api/v1/session', {})),
    onSettled: () => {
      queryClient.clear();
      location.assign('/');
    },
  });
  return (
    <Button
      changesNothing
      kind="quiet"
      className="justify-start gap-3 px-3 font-normal"
      busy={signOut.isPending}
      onClick={() => signOut.mutate()}
    >
      <LogOut aria-hidden="true" size={18} />
      {t('portal.shell.sign-out')}
    </Button>
  );
}

function Support({ portal }: { portal: Portal }) {
  const legal = legalLinks(portal);
  if (portal.support_url === null && portal.support_email === null && legal.length === 0) return null;
  return (
    <footer className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-4 px-4 pb-8 text-sm text-muted sm:px-6 lg:px-10 print:hidden">
      {(portal.support_url || portal.support_email) && <span>{t('portal.shell.questions')}</span>}
      {portal.support_url && (
        <FooterLink to={portal.support_url}>{t('portal.shell.help', { name: portal.name })}</FooterLink>
      )}
      {portal.support_email && <FooterLink to={`mailto:${portal.support_email}`}>{portal.support_email}</FooterLink>}
      {legal.map(({ label, url }) => (
        <FooterLink key={label} to={url}>
          {label}
        </FooterLink>
      ))}
    </footer>
  );
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} className="inline-flex min-h-6 items-center py-1 text-accent underline [overflow-wrap:anywhere]">
      <span>{children}</span>
    </a>
  );
}
