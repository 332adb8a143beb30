import { Unplug } from 'lucide-react';
import { CodeBlock } from '#ui/markdown/CodeBlock.tsx';
import { EmptyState } from '#ui/states/States.tsx';

const examples: Record<string, string> = {
  ASSISTANT_URL: 'https://api.openai.com/v1',
  ASSISTANT_MODEL: 'gpt-5-mini',
  ASSISTANT_API_KEY: '…',
};

/** This server has no assistant. `settings`: what to configure, if the person runs the site; null for everyone else. */
export function NotConfigured({ settings }: { settings: readonly string[] | null }) {
  return (
    <div className="mx-auto flex w-full max-w-xl flex-1 flex-col justify-center overflow-y-auto px-4 pb-10">
      <EmptyState icon={Unplug} title="This Hubbub has no assistant yet">
        {settings === null
          ? 'Ask whoever runs it to add one.'
          : 'You can add one: any service with an OpenAI-compatible API works, including one on your own machine.'}
      </EmptyState>
      {settings !== null && (
        <div className="flex flex-col gap-3 text-sm">
          <p>Set these environment variables, then restart Hubbub:</p>
          <CodeBlock code={settings.map((name) => `${name}=${examples[name] ?? ''}`).join('\n')} language="Settings" />
          <p className="text-muted">
            The key stays on the server. Services on your own machine, such as Ollama (
            <code className="font-mono">http://localhost:11434/v1</code>), don't need one.
          </p>
        </div>
      )}
    </div>
  );
}
