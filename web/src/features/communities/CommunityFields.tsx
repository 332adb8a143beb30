import {
  communityDescription,
  communityHandle,
  communityName,
  type Visibility,
} from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { codePoints, limits } from '@hubbub/contract/platform/limits.ts';
import { Globe, Lock } from 'lucide-react';
import type { ComponentProps } from 'react';
import { z } from 'zod';
import { LengthCount } from '#ui/field/LengthCount.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { Segmented } from '#ui/segmented/Segmented.tsx';

/** What a community's forms check. */
export const communitySchema = z.object({
  name: communityName,
  handle: communityHandle,
  description: communityDescription,
});

type FieldProps = Omit<ComponentProps<typeof TextField>, 'label'>;

/** A community's name. `typed` is the field's current text, for the counter. */
function NameField({ typed, ...field }: FieldProps & { typed: string }) {
  const count = codePoints(typed);
  const { max } = limits.community.name;
  return (
    <TextField
      {...field}
      label="Community Name"
      aside={<LengthCount length={count} max={max} />}
      dir="auto"
      autoComplete="off"
    />
  );
}

/** The handle, with a label saying that it must be unique. */
function HandleField(field: FieldProps) {
  const { min, max } = limits.community.handle;
  return (
    <TextField
      {...field}
      label="Community Handle"
      aside="Needs to be unique"
      hint={`${min} to ${max} letters, digits or underscores. This becomes part of the community's link.`}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}

type AreaProps = Omit<ComponentProps<typeof TextArea>, 'label'>;

/** What a community is about. `typed` is the field's current text, for the counter. */
function DescriptionField({ typed, ...field }: AreaProps & { typed: string }) {
  const count = codePoints(typed.trim());
  const { max } = limits.community.description;
  return (
    <TextArea
      {...field}
      label="Description"
      aside={<LengthCount length={count} max={max} />}
      rows={3}
      grows
      dir="auto"
    />
  );
}

const meanings: Record<Visibility, string> = {
  public: 'Anyone can find it, join it and read its posts.',
  private: 'Only members know that it exists. People join with an invite link.',
};

/** Who can see a community, and what that means. */
function VisibilityField({ value, onChange }: { value: Visibility; onChange: (value: Visibility) => void }) {
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-medium text-sm">Visibility</span>
      <Segmented
        label="Visibility"
        value={value}
        onValueChange={onChange}
        options={[
          { value: 'public', label: 'Public', icon: Globe },
          { value: 'private', label: 'Private', icon: Lock },
        ]}
      />
      <p role="status" className="text-muted text-sm">
        {meanings[value]}
      </p>
    </div>
  );
}

interface CommunityFieldsProps {
  field: (name: 'name' | 'handle' | 'description') => Omit<FieldProps & AreaProps, 'onInvalid'>;
  /** The fields' current texts. */
  typed: { name: string; description: string };
  visibility: Visibility;
  onVisibilityChange: (visibility: Visibility) => void;
}

/** What's asked about a community when it's created and when it's edited. */
export function CommunityFields({ field, typed, visibility, onVisibilityChange }: CommunityFieldsProps) {
  return (
    <>
      <NameField {...field('name')} typed={typed.name} />
      <HandleField {...field('handle')} />
      <DescriptionField {...field('description')} typed={typed.description} />
      <VisibilityField value={visibility} onChange={onVisibilityChange} />
    </>
  );
}
