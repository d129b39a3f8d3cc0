/** WCAG 2.2, 1.4.3: text against its background. */
const minContrast = 4.5;
/** Of the grounds that the portal puts text on, those that a legible accent stands out from least: see its stylesheet. */
const darkestLight = '#eef1f5';
const lightestDark = '#1c2434';

type Rgb = readonly [red: number, green: number, blue: number];

/** Colours as `#rrggbb`. */
export interface LegibleAccent {
  /** As text and lines on light pages. */
  readonly light: string;
  readonly on_light: string;
  /** The same on dark ones. */
  readonly dark: string;
  readonly on_dark: string;
  /** The partner's colour itself, for what is filled with it: what reads on it is `on_fill`, what bounds it `light` or `dark`. */
  readonly fill: string;
  readonly on_fill: string;
}

/**
 * A partner's colour as it can be read: darkened until it stands out on light pages, lightened until it does on dark ones, and
 * whichever of black and white reads better on each.
 */
export function legibleAccent(colour: string): LegibleAccent {
  const onLightPage = movedUntilLegible(colour, darkestLight, 0);
  const onDarkPage = movedUntilLegible(colour, lightestDark, 255);
  return {
    light: onLightPage,
    on_light: betterText(onLightPage),
    dark: onDarkPage,
    on_dark: betterText(onDarkPage),
    fill: colour,
    on_fill: betterText(colour),
  };
}

/** Ratio of the relative luminances, 1..21 (WCAG 2.2, contrast ratio). */
export function contrast(a: string, b: string): number {
  const [bright, dim] = [luminance(rgbOf(a)), luminance(rgbOf(b))].sort((x, y) => y - x) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
}

function betterText(background: string): string {
  return contrast(background, '#ffffff') >= contrast(background, '#000000') ? '#ffffff' : '#000000';
}

/** Moves every channel towards `end`, in steps that keep the hue recognisable. */
function movedUntilLegible(colour: string, page: string, end: 0 | 255): string {
  const rgb = rgbOf(colour);
  for (let share = 0; share < 1; share += 0.02) {
    const moved = hexOf(rgb.map((channel) => Math.round(channel + (end - channel) * share)) as unknown as Rgb);
    if (contrast(moved, page) >= minContrast) return moved;
  }
  return hexOf([end, end, end]);
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function rgbOf(hex: string): Rgb {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)) as unknown as Rgb;
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
