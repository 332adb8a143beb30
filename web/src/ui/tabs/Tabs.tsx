import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

interface TabsProps<T extends string> {
  /** What the tabs are of, for screen readers. */
  label: string;
  value: T;
  onValueChange: (value: T) => void;
  tabs: readonly { value: T; label: string; content: ReactNode }[];
}

/** Panels of which one is shown; arrow keys move between the tabs. */
export function Tabs<T extends string>({ label, value, onValueChange, tabs }: TabsProps<T>) {
  return (
    <Primitive.Root value={value} onValueChange={(next) => onValueChange(next as T)}>
      <Primitive.List aria-label={label} className="flex border-line border-b">
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-12 border-transparent border-b-2 px-4 font-medium text-muted transition-colors hover:text-text data-[state=active]:border-accent data-[state=active]:text-text"
          >
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
