import { Unplug } from 'lucide-react';
import { CodeBlock } from '#features/assistant/CodeBlock.tsx';
import { EmptyState } from '#ui/states/States.tsx';

const example = `ASSISTANT_URL=https://api.openai.com/v1
ASSISTANT_MODEL=gpt-5-mini
ASSISTANT_API_KEY=…`;

/** There is no assistant on this server: what whoever runs it has to set. */
export function NotConfigured() {
  return (
    <div className="mx-auto flex w-full max-w-xl flex-1 flex-col justify-center overflow-y-auto px-4 pb-10">
      <EmptyState icon={Unplug} title="This Hubbub has no assistant yet">
        Whoever runs it can add one: any service with the API of OpenAI will do, also one on their own machine.
      </EmptyState>
      <div className="flex flex-col gap-3 text-sm">
        <p>Set these environment variables and start Hubbub again:</p>
        <CodeBlock code={example} language="Settings" />
        <p className="text-muted">
          The key stays on the server. Services on one's own machine, such as Ollama (
          <code className="font-mono">http://localhost:11434/v1</code>), need none.
        </p>
      </div>
    </div>
  );
}
