import { Bell, Globe, House, KeyRound, Server, ShieldCheck } from 'lucide-react';
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Message } from '../messages/message.tsx';
import { t } from '../messages/messages.ts';
import type { Theme } from '../theme.ts';
import { Brand, titleOf } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { legalLinks } from '../ui/legal-links.ts';
import { Tabs } from '../ui/tabs.tsx';
import { MailPreview, type PreviewedLook } from './mail-preview.tsx';

const widthsPx = { phone: 360, desktop: 1_024 } as const;
type Device = keyof typeof widthsPx;

/** The portal and a mail as they would be with the values of the form, saved or not. */
export function BrandPreview({ look }: { look: PreviewedLook }) {
  const [part, setPart] = useState('portal');
  const [device, setDevice] = useState<Device>('phone');
  return (
    <section aria-label={t('console.brand-preview.preview')} className="grid min-w-0 gap-4 xl:sticky xl:top-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{t('console.brand-preview.preview')}</h2>
        <fieldset className="flex gap-2">
          <legend className="sr-only">{t('console.brand-preview.width-preview')}</legend>
          <DeviceButton device="phone" chosen={device} onChoose={setDevice}>
            {t('console.brand-preview.phone')}
          </DeviceButton>
          <DeviceButton device="desktop" chosen={device} onChoose={setDevice}>
            {t('console.brand-preview.desktop')}
          </DeviceButton>
        </fieldset>
      </div>
      <Tabs
        label={t('console.brand-preview.what-previewed')}
        options={[
          ['portal', t('console.brand-preview.portal')],
          ['mail', t('console.brand-preview.mail')],
        ]}
        value={part}
        onChange={setPart}
      >
        <div className="grid gap-4">
          {part === 'mail' ? (
            <Framed widthPx={widthsPx[device]} caption={t('console.brand-preview.mails-light-both-themes')}>
              <MailPreview look={look} />
            </Framed>
          ) : (
            <>
              <PortalPreview look={look} theme="light" device={device} />
              <PortalPreview look={look} theme="dark" device={device} />
            </>
          )}
        </div>
      </Tabs>
    </section>
  );
}

function DeviceButton({
  device,
  chosen,
  onChoose,
  children,
}: {
  device: Device;
  chosen: Device;
  onChoose: (device: Device) => void;
  children: ReactNode;
}) {
  return (
    <Button aria-pressed={device === chosen} className="aria-pressed:bg-raised" onClick={() => onChoose(device)}>
      {children}
    </Button>
  );
}

function PortalPreview({ look, theme, device }: { look: PreviewedLook; theme: Theme; device: Device }) {
  const { accent } = look;
  const colour = accent[theme];
  const caption = (
    <>
      <Message
        id={theme === 'light' ? 'console.brand-preview.light-theme' : 'console.brand-preview.dark-theme'}
        values={{ colour }}
        parts={{ code: (text) => <code>{text}</code> }}
      />
    </>
  );
  return (
    <Framed
      widthPx={widthsPx[device]}
      caption={caption}
      theme={theme}
      style={{ '--accent': colour, '--fill': accent.fill, '--on-fill': accent.on_fill } as CSSProperties}
    >
      <BrowserTab look={look} />
      <div className={device === 'desktop' ? 'grid grid-cols-[15rem_minmax(0,1fr)]' : 'grid'}>
        <div
          className={`grid content-start gap-4 border-line bg-surface p-4 ${device === 'desktop' ? 'border-r' : 'border-b'}`}
        >
          <div className="flex min-h-10 items-center gap-3 leading-tight font-semibold">
            <Brand portal={look} />
            {device === 'phone' && (
              <span className="ml-auto shrink-0 rounded-md border border-control px-3 py-2 text-sm">
                {t('console.brand-preview.menu')}
              </span>
            )}
          </div>
          {device === 'desktop' && <SampleMenu />}
        </div>
        <div className="grid content-start gap-4 bg-page p-5 text-sm">
          <p className="text-2xl leading-tight font-semibold">{t('console.common.overview')}</p>
          <p className="flex items-center gap-2 font-medium">
            <ShieldCheck aria-hidden="true" size={18} className="shrink-0 text-good" />
            {t('console.brand-preview.everything-closed-should')}
          </p>
          <div className="flex flex-wrap items-center gap-4">
            <span className="inline-flex min-h-10 items-center rounded-md border border-accent bg-fill px-4 font-medium text-on-fill">
              {t('console.common.scan-now')}
            </span>
            <span className="text-accent underline">{t('console.brand-preview.what-we-look')}</span>
          </div>
          <SampleFooter look={look} />
        </div>
      </div>
    </Framed>
  );
}

function BrowserTab({ look }: { look: PreviewedLook }) {
  return (
    <p className="flex items-center gap-2 border-b border-line bg-raised px-4 py-2 text-xs text-ink">
      {look.favicon_url ? (
        <img src={look.favicon_url} alt="" className="size-4 shrink-0 object-contain" />
      ) : (
        <span aria-hidden="true" className="grid size-4 shrink-0 place-items-center rounded bg-fill text-on-fill">
          {[...look.name.trim()][0]?.toUpperCase()}
        </span>
      )}
      <span className="truncate">{`${t('console.common.overview')} · ${titleOf(look)}`}</span>
    </p>
  );
}

const menu = [
  { label: 'console.common.overview', icon: House },
  { label: 'console.common.alerts', icon: Bell },
  { label: 'console.common.servers', icon: Server },
  { label: 'console.common.domains', icon: Globe },
  { label: 'console.brand-preview.leaks', icon: KeyRound },
] as const;

function SampleMenu() {
  return (
    <ul className="grid gap-0.5">
      {menu.map(({ label, icon: Icon }, index) => (
        <li
          key={label}
          className={`flex min-h-10 items-center gap-3 rounded-md px-3 text-sm ${index === 0 ? 'bg-raised font-semibold' : 'text-muted'}`}
        >
          <Icon aria-hidden="true" size={18} className="shrink-0" />
          {t(label)}
        </li>
      ))}
    </ul>
  );
}

function SampleFooter({ look }: { look: PreviewedLook }) {
  const help = look.support_url ? [t('console.brand-preview.help-name', { name: look.name })] : [];
  const address = look.support_email ? [look.support_email] : [];
  const links = [...help, ...address, ...legalLinks(look).map(({ label }) => label)];
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 pt-4 text-muted">
      {links.map((label) => (
        <span key={label} className="text-accent underline [overflow-wrap:anywhere]">
          {label}
        </span>
      ))}
    </p>
  );
}

/** A page of some width in as much room as there is: smaller when it would not fit. */
function Framed({
  widthPx,
  caption,
  theme,
  style,
  children,
}: {
  widthPx: number;
  caption: ReactNode;
  theme?: Theme;
  style?: CSSProperties;
  children: ReactNode;
}) {
  const frame = useRef<HTMLElement>(null);
  const [scale, setScale] = useState(1);
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    const observer = new ResizeObserver(() => setScale(Math.min(1, current.clientWidth / widthPx)));
    observer.observe(current);
    return () => observer.disconnect();
  }, [widthPx]);
  return (
    <figure
      ref={frame}
      data-theme={theme}
      style={style}
      className="min-w-0 overflow-hidden rounded-xl border border-line bg-surface text-ink"
    >
      <div style={{ width: widthPx, zoom: scale }} className="mx-auto max-w-none bg-page">
        {children}
      </div>
      <figcaption className="border-t border-line bg-surface px-4 py-2 text-xs text-muted">{caption}</figcaption>
    </figure>
  );
}
