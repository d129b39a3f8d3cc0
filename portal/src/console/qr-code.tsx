import { encode } from 'uqr';

/** Light modules around the code that scanners need (ISO/IEC 18004). */
const quietZone = 4;

/** A QR code, dark on light in every theme: not every scanner reads it the other way round. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: quietZone });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-48 rounded-md bg-white">
      <path d={path} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  );
}
