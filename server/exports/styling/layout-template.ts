/**
 * The page to print, and the atlas of it, in the words of QGIS's own page templates: A3 across, with the map, its legend, a
 * scale bar, north, the KLIC numbers and what must be known. Ids are fixed, so that equal results give equal bytes;
 * layout.ts fills in what stands in double braces.
 */
export const PAGE_TEMPLATE = `
<Layout name="{{name}}" units="mm" printResolution="300">
  <PageCollection>
    <LayoutItem type="65638" uuid="{00000000-0000-4000-8000-000000000100}" templateUuid="{00000000-0000-4000-8000-000000000100}" position="0,0,mm" positionOnPage="0,0,mm" size="420,297,mm" referencePoint="0" visibility="1" opacity="1" zValue="0" background="true" frame="false"/>
  </PageCollection>
  <LayoutItem type="65639" uuid="{00000000-0000-4000-8000-000000000001}" templateUuid="{00000000-0000-4000-8000-000000000001}" position="10,10,mm" positionOnPage="10,10,mm" size="300,277,mm" referencePoint="0" visibility="1" opacity="1" zValue="1" background="true" frame="true" id="kaart" mapRotation="0" keepLayerSet="false" drawCanvasItems="true">
    {{extent}}
    <LayerSet/>
    <AtlasMap atlasDriven="{{isAtlas}}" scalingMode="0" margin="0"/>
  </LayoutItem>
  <LayoutItem type="65641" uuid="{00000000-0000-4000-8000-000000000002}" templateUuid="{00000000-0000-4000-8000-000000000002}" position="316,10,mm" positionOnPage="316,10,mm" size="96,12,mm" referencePoint="0" visibility="1" opacity="1" zValue="2" background="false" frame="false" labelText="{{title}}" htmlState="0" halign="1" valign="32" marginX="0" marginY="0">
    <LabelFont description="Liberation Sans,14,-1,5,75,0,0,0,0,0" style="Bold"/>
    <FontColor red="0" green="0" blue="0" alpha="255"/>
  </LayoutItem>
  <LayoutItem type="65641" uuid="{00000000-0000-4000-8000-000000000003}" templateUuid="{00000000-0000-4000-8000-000000000003}" position="316,23,mm" positionOnPage="316,23,mm" size="96,15,mm" referencePoint="0" visibility="1" opacity="1" zValue="3" background="false" frame="false" labelText="{{numbers}}" htmlState="0" halign="1" valign="32" marginX="0" marginY="0">
    <LabelFont description="Liberation Sans,8,-1,5,50,0,0,0,0,0" style=""/>
    <FontColor red="0" green="0" blue="0" alpha="255"/>
  </LayoutItem>
  {{warnings}}
  <LayoutItem type="65642" uuid="{00000000-0000-4000-8000-000000000005}" templateUuid="{00000000-0000-4000-8000-000000000005}" position="316,60,mm" positionOnPage="316,60,mm" size="96,200,mm" referencePoint="0" visibility="1" opacity="1" zValue="5" background="false" frame="false" map_uuid="{00000000-0000-4000-8000-000000000001}" legendFilterByMap="1" legendFilterByAtlas="0" title="" columnCount="2" splitLayer="1" equalColumnWidth="0" columnSpace="2" boxSpace="0" symbolWidth="18" symbolHeight="3" maxSymbolSize="5" minSymbolSize="0" lineSpacing="0.5" resizeToContents="1" wrapChar="" fontColor="#000000">
    <styles>
      <style name="title" alignment="1" indent="0" marginBottom="1">
        <styleFont description="Liberation Sans,10,-1,5,50,0,0,0,0,0" style=""/>
      </style>
      <style name="group" alignment="1" indent="0" marginTop="1.5" marginBottom="0.6">
        <styleFont description="Liberation Sans,8,-1,5,75,0,0,0,0,0" style="Bold"/>
      </style>
      <style name="subgroup" alignment="1" indent="0" marginTop="0.8" marginBottom="0.6">
        <styleFont description="Liberation Sans,6.5,-1,5,50,0,0,0,0,0" style=""/>
      </style>
      <style name="symbol" alignment="1" indent="0" marginTop="0.6">
        <styleFont description="Liberation Sans,6.5,-1,5,50,0,0,0,0,0" style=""/>
      </style>
      <style name="symbolLabel" alignment="1" indent="0" marginTop="0.6" marginLeft="1.5">
        <styleFont description="Liberation Sans,6.5,-1,5,50,0,0,0,0,0" style=""/>
      </style>
    </styles>
    <layer-tree-group>
      {{legend}}
      <custom-order enabled="0"/>
    </layer-tree-group>
  </LayoutItem>
  <LayoutItem type="65646" uuid="{00000000-0000-4000-8000-000000000006}" templateUuid="{00000000-0000-4000-8000-000000000006}" position="316,268,mm" positionOnPage="316,268,mm" size="70,14,mm" referencePoint="0" visibility="1" opacity="1" zValue="6" background="true" frame="false" mapUuid="{00000000-0000-4000-8000-000000000001}" style="Single Box" unitType="meters" unitLabel="m" numMapUnitsPerScaleBarUnit="1" segmentSizeMode="1" minBarWidth="40" maxBarWidth="60" numSegments="2" numSegmentsLeft="0" numUnitsPerSegment="50" height="2.5" labelBarSpace="1" boxContentSpace="1" outlineWidth="0.3" alignment="0">
    <text-style fontFamily="Liberation Sans" fontSize="8" fontSizeUnit="Point" textColor="0,0,0,255" textOpacity="1"/>
    <fillColor red="0" green="0" blue="0" alpha="255"/>
  </LayoutItem>
  <LayoutItem type="65641" uuid="{00000000-0000-4000-8000-000000000007}" templateUuid="{00000000-0000-4000-8000-000000000007}" position="316,282,mm" positionOnPage="316,282,mm" size="96,5,mm" referencePoint="0" visibility="1" opacity="1" zValue="7" background="true" frame="false" labelText="Schaal 1:[% round(item_variables('kaart')['map_scale']) %] op A3, RD (EPSG:28992){{sheet}}" htmlState="0" halign="1" valign="32" marginX="0" marginY="0">
    <LabelFont description="Liberation Sans,7,-1,5,50,0,0,0,0,0" style=""/>
  </LayoutItem>
  <LayoutItem type="65640" uuid="{00000000-0000-4000-8000-000000000008}" templateUuid="{00000000-0000-4000-8000-000000000008}" position="396,264,mm" positionOnPage="396,264,mm" size="16,16,mm" referencePoint="0" visibility="1" opacity="1" zValue="8" background="false" frame="false" file="{{northArrow}}" mode="0" mapUuid="{00000000-0000-4000-8000-000000000001}" northMode="0" northOffset="0" resizeMode="0" anchorPoint="4"/>
  {{atlas}}
</Layout>`

/** Only on the page of a result that has any: a line for each note there is. */
export const WARNINGS_TEMPLATE = `
<LayoutItem type="65641" uuid="{00000000-0000-4000-8000-000000000004}" templateUuid="{00000000-0000-4000-8000-000000000004}" position="316,38,mm" positionOnPage="316,38,mm" size="96,21,mm" referencePoint="0" visibility="1" opacity="1" zValue="4" background="false" frame="false" labelText="{{text}}" htmlState="0" halign="1" valign="32" marginX="0" marginY="0">
  <LabelFont description="Liberation Sans,8,-1,5,50,0,0,0,0,0" style=""/>
  <FontColor red="192" green="0" blue="0" alpha="255"/>
</LayoutItem>`
