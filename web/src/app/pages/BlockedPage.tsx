import { Ban, VolumeX } from 'lucide-react';
import { useState } from 'react';
import { RelationList } from '#features/relations/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { PageHeader } from '#ui/page-header/PageHeader.tsx';
import { Segmented } from '#ui/segmented/Segmented.tsx';

export default function BlockedPage() {
  usePageTitle('Blocked and muted people');
  const [relation, setRelation] = useState<'block' | 'mute'>('block');
  return (
    <>
      <PageHeader title="Blocked and muted people" backTo={pathTo('privacySettings')} backLabel="Back to privacy" />
      <div className="mb-4">
        <Segmented
          label="List"
          value={relation}
          onValueChange={setRelation}
          options={[
            { value: 'block', label: 'Blocked', icon: Ban },
            { value: 'mute', label: 'Muted', icon: VolumeX },
          ]}
        />
      </div>
      <RelationList key={relation} relation={relation} />
    </>
  );
}
