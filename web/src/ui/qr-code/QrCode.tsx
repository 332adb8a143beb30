import encodeQr from 'qr';
import { useMemo } from 'react';

interface QrCodeProps {
  text: string;
  /** What it leads to, for screen readers. */
  label: string;
  className?: string | undefined;
}

/** A QR code that phones' cameras read: dark on white in both themes, with the quiet zone that readers need. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { side, path } = useMemo(() => {
    const rows = encodeQr(text, 'raw', { ecc: 'medium', border: 3 });
    const squares = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
    return { side: rows.length, path: squares.join('') };
  }, [text]);
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      className={className}
      shapeRendering="crispEdges"
    >
      <title>{label}</title>
      <rect width={side} height={side} rx="1" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
