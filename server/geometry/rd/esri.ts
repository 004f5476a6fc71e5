/** EPSG:28992 as ESRI writes it: in Shapefiles, and in a PDF, whose readers took it from there. */
export const RD_NEW_ESRI =
  'PROJCS["RD_New",GEOGCS["GCS_Amersfoort",DATUM["D_Amersfoort",SPHEROID["Bessel_1841",6377397.155,299.1528128]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Double_Stereographic"],' +
  'PARAMETER["False_Easting",155000.0],PARAMETER["False_Northing",463000.0],' +
  'PARAMETER["Central_Meridian",5.38763888888889],PARAMETER["Scale_Factor",0.9999079],' +
  'PARAMETER["Latitude_Of_Origin",52.1561605555556],UNIT["Meter",1.0]]'
