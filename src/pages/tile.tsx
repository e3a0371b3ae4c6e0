import type { ComponentChildren } from 'preact';
import { ShowsAllDigits } from './values.js';

interface TileProps {
  readonly title: string;
  readonly value: ComponentChildren;
  /** What else is known of it, or can be done about it. */
  readonly children?: ComponentChildren;
}

/** One figure or state that matters, as a card. */
export function Tile({ title, value, children }: TileProps) {
  return (
    <section class="card tile">
      <h2>{title}</h2>
      <ShowsAllDigits.Provider value>
        <p class="figure">{value}</p>
        {children !== undefined && <div class="more">{children}</div>}
      </ShowsAllDigits.Provider>
    </section>
  );
}
