import { t } from '../messages/messages.ts';
import type { SeenService } from './data.ts';

/** What answers on a port, as short as it can be said. */
export function serviceName({ service, known_by, product, version }: Omit<SeenService, 'components'>): string {
  if (product !== null) return version === null ? product : `${product} ${version}`;
  if (known_by === 'probed') return version === null ? service : `${service} ${version}`;
  return service === 'unknown'
    ? t('portal.services.not-recognised')
    : t('portal.services.registered-for', { name: service });
}

/** `PHP 7.0.33-0+deb9u12`, `OpenSSH 8.4p1 Debian-5+deb11u1` */
function componentName({ name, version, revision }: SeenService['components'][number]): string {
  const behind = revision === null ? '' : `${/^[A-Z]/.test(revision) ? ' ' : '-'}${revision}`;
  return version === null ? name : `${name} ${version}${behind}`;
}

export function componentNames({ components }: Pick<SeenService, 'components'>): string[] {
  return components.map(componentName);
}

/** In what two looks at a port differ, each as it was told then. */
export function serviceChange(before: SeenService, now: SeenService): { before: string; now: string } {
  const [was, is] = [componentNames(before), componentNames(now)];
  const gone = was.filter((name) => !is.includes(name));
  const come = is.filter((name) => !was.includes(name));
  if (gone.length > 0 && come.length > 0) return { before: gone.join(', '), now: come.join(', ') };
  return { before: was.join(', ') || serviceName(before), now: is.join(', ') || serviceName(now) };
}
